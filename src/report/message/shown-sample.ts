import type { Campaign, Step } from '../../campaign/campaign.ts';
import { maskNumber, replaceNumbers } from '../../diagnostic/numbers-in-text.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { Preview, Sample } from '../../run/preview.ts';
import { dropMeaning } from '../../schedule/reasons.ts';
import type { Message, MessagePart } from '../../service/operations/definition/message.ts';
import { operations } from '../../service/operations/operations.ts';
import type { ShownSample } from '../document.ts';
import { shownKey, shownReason } from '../mask.ts';
import { formatDayTime, formatThere } from '../plan/words.ts';
import { messageLines } from '../render/messages-text.ts';
import { stepName } from '../step-name.ts';

/** Rendered messages of a plan, and the campaign that they are of. */
export interface PlanMessages {
  readonly campaign: Campaign;
  readonly samples: readonly Sample[];
  /** Whether people who would read the same are shown once. */
  readonly isVaried?: boolean;
}

export interface ShowOptions {
  readonly campaign: Campaign;
  readonly showNumbers: boolean;
}

export function showSamples(
  { campaign, samples, isVaried = false }: PlanMessages,
  showNumbers = false,
): readonly ShownSample[] {
  const shown = samples.map((sample) => showSample(sample, { campaign, showNumbers }));
  if (!isVaried) return shown;
  const read = new Set<string>();
  return shown.filter(({ step, message }) => {
    const before = read.size;
    return read.add(JSON.stringify([step, message])).size > before;
  });
}

function showSample({ job, step, key, preview }: Sample, options: ShowOptions): ShownSample {
  const { timezone } = options.campaign;
  const { at, zone, drop } = job;
  const there = at === undefined ? undefined : formatThere(at, zone, timezone);
  const when = at === undefined ? [] : [formatDayTime(at, timezone), ...(there === undefined ? [] : [there])];
  const shown = preview === undefined ? undefined : showPreview(preview, options);
  const about = [
    step.uses,
    ...(shown?.message === undefined || operations[step.uses].channel !== 'whatsapp' ? [] : [shown.message.type]),
    ...(key === undefined ? [] : [`to ${shownKey(key, options.showNumbers)}`]),
    ...when,
  ];
  const unsent =
    drop === undefined
      ? []
      : preview === undefined
        ? [`will not be sent: ${shownReason(dropMeaning(drop.reason), options.showNumbers)}`]
        : [conditionOf(step) ?? `not planned: ${shownReason(dropMeaning(drop.reason), options.showNumbers)}`];
  return { step: stepName(step), about, message: shown?.message, notes: [...unsent, ...(shown?.notes ?? [])] };
}

/** The message of one job, and what is to be said about it. */
export function showPreview(preview: Preview, options: ShowOptions): Pick<ShownSample, 'message' | 'notes'> {
  if (preview.kind === 'unknown') {
    return { message: undefined, notes: [`cannot be shown: ${shownReason(preview.reason, options.showNumbers)}`] };
  }
  const message = masked(operations[preview.uses].message(preview.request), options);
  const open = preview.open.map((name) => `\`${name}\``).join(', ');
  return {
    message,
    notes: [
      ...(message.type === 'query' ? ['asks the account; nobody is contacted'] : []),
      ...(message.type === 'code' ? ['the service writes the text from its template'] : []),
      ...(open === '' ? [] : [`not known yet, shown as ‹…›: ${open}`]),
    ],
  };
}

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** When a step that does not run if all goes well does. */
export function conditionOf({ runs, forEach }: Step): string | undefined {
  if (forEach?.onlyIf !== undefined)
    return `only if \`${forEach.onlyIf.step}\` is ${either.format(forEach.onlyIf.outcomes)} for them`;
  return runs === 'on-failure' ? 'only if something fails' : undefined;
}

/** Numbers out of the recipient list are masked; those that the campaign itself has, such as a hotline, are part of its text. */
function masked({ type, parts }: Message, { campaign, showNumbers }: ShowOptions): Message {
  if (showNumbers) return { type, parts };
  const own = numbersOf(campaign);
  const mask = (text: string): string =>
    replaceNumbers(text, (written, digits) => {
      const number = digits.join('');
      return own.has(number) ? written : maskNumber(number);
    });
  const maskedPart = (part: MessagePart): MessagePart =>
    Object.fromEntries(
      Object.entries(part).map(([name, value]) => [name, name === 'kind' ? value : mask(value)]),
    ) as unknown as MessagePart;
  return { type, parts: parts.map(maskedPart) };
}

/** The text of a campaign may be large, and its messages many. */
const numbersByCampaign = new WeakMap<Campaign, ReadonlySet<string>>();

function numbersOf(campaign: Campaign): ReadonlySet<string> {
  const known = numbersByCampaign.get(campaign);
  if (known !== undefined) return known;
  const { account, vars, steps } = campaign;
  const numbers = new Set<string>();
  replaceNumbers(JSON.stringify([account, vars, steps.map((step) => step.with)]), (written, digits) => {
    numbers.add(digits.join(''));
    return written;
  });
  numbersByCampaign.set(campaign, numbers);
  return numbers;
}

/** What one job carries, below a line about it. */
export function previewLines(preview: Preview | undefined, options: ShowOptions): readonly string[] {
  if (preview === undefined) return [];
  const { message, notes } = showPreview(preview, options);
  return [...messageLines(message), ...notes.map((note) => `  ${visibleLine(note)}`)];
}
