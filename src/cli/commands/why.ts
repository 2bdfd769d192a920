import { createHash, type Hash } from 'node:crypto';
import { soughtText } from '../../audience/comparable.ts';
import { hasNotations, notationsOf } from '../../audience/number/person-key.ts';
import { plainText } from '../../audience/number/written-number.ts';
import type { Roster } from '../../audience/roster.ts';
import { askedKeys } from '../../campaign/audiences/part.ts';
import { nameColumns, nameIn } from '../../campaign/audiences/person-name.ts';
import type { LeftOut } from '../../campaign/audiences/why-left-out.ts';
import { counted } from '../../diagnostic/count-words.ts';
import { didYouMean } from '../../diagnostic/did-you-mean.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import { type JobState, jobStates } from '../../job/job.ts';
import type { Host } from '../../platform/ports.ts';
import { type Cause, createReasonTally, reasonsToText } from '../../report/jobs/reasons.ts';
import { shownKey } from '../../report/mask.ts';
import { leftOutLines, whyToJson, whyToText } from '../../report/plan/why.ts';
import { placesIn } from '../../run/resume/edits.ts';
import { severalPeople } from '../contacts/read-people.ts';
import { answer, couldNot, type ExitCode, exitCode } from '../exit-code.ts';
import { completeCommands, formatCommand } from '../messages/format-command.ts';
import { tellHeld, tellOtherFiles } from '../messages/held-run.ts';
import { missingRunHint, tellElsewhere } from '../messages/missing-run.ts';
import { type OpenedCampaign, withCampaign } from '../open/open-campaign.ts';
import type { CampaignOptions } from '../options/shared-options.ts';
import { fitTerminal } from '../output/print-document.ts';
import { seeNow } from '../plan/outlook.ts';
import { plannedFrom } from '../plan/plan-input.ts';
import { whyMessages } from '../plan/previews.ts';
import { explainIn, notNumber, peopleOf, whyPerson } from '../plan/why-person.ts';
import type { Given } from '../program.ts';

/** `why` of one campaign, or of all campaigns of a folder. */
export async function answerWhy(given: Given<'why'>, host: Host): Promise<ExitCode> {
  const { file, format, find, code, became, project } = given;
  const [key, ...more] = given.key;
  const isOfFile = key !== undefined || code !== undefined || became !== undefined;
  if (isOfFile && project !== undefined)
    return couldNot(host, '--project is about all campaigns of a folder: leave out the file');
  if (more.length > 0) return couldNot(host, `why takes one number, and these are ${more.length + 1}`);
  if (find && key === undefined)
    return couldNot(host, '--find searches one campaign: give its file, and then digits or a name');
  if (code !== undefined || became !== undefined) {
    if (key !== undefined) return couldNot(host, '--code and --became are about everybody: leave out the number');
    if (format === 'csv')
      return couldNot(host, `for a CSV of everybody, use \`${formatCommand(given)('report', '--format csv')}\``);
    return whyReasons({ ...given, format }, host);
  }
  if (key === undefined && /\.ya?ml$/.test(file))
    return couldNot(host, `Give the recipient’s number after the file: ${formatCommand(given)('why', 'NUMBER')}`);
  if (key === undefined) return whyPerson({ ...given, number: file }, host);
  if (format === 'csv') return couldNot(host, 'CSV is for all campaigns: leave out the file');
  if (find) return findPeople({ ...given, key, format }, host);
  return why({ ...given, key, format }, host);
}

interface WhyOptions extends CampaignOptions, Partial<Pick<Given<'why'>, 'at' | 'showNumbers'>> {
  readonly key: string;
  readonly format: 'text' | 'json';
}

/** callsheet why FILE KEY: every rule, deferral and outcome for one recipient, with the lines of the files that say so. */
export async function why(options: WhyOptions, host: Host): Promise<ExitCode> {
  return withCampaign(options, host, {}, async (opened) => {
    const now = await plannedFrom(opened, options.at);
    if (typeof now === 'string') return couldNot(host, now);
    const { campaign } = opened;
    const { console } = host;
    const [key, ...others] = await peopleOf(options.key, opened);
    if (others.length > 0) return couldNot(host, severalPeople(options.key));
    const { why, isFound } = await explainIn(opened, { asked: options.key, key, now });
    if (key === undefined && why.leftOut.length === 0) return couldNot(host, notNumber(options.key));
    await tellHeld(opened);
    await tellOtherFiles(opened);
    if (opened.reader === undefined && options.format === 'text') await tellElsewhere(opened);
    const messages = await whyMessages(why, opened);
    const print = (text: string): void => console.out(fitTerminal(completeCommands(text, options), console));
    const shown = { showNumbers: options.showNumbers === true, campaign, messages };
    if (options.format === 'json') console.out(whyToJson(why, messages));
    else if (isFound) print(whyToText(why, shown));
    else {
      console.out(notThere(opened, why.leftOut, shown.showNumbers));
      if (why.steps.length > 0) print(`\n${whyToText({ ...why, leftOut: [] }, shown)}`);
    }
    return isFound ? exitCode.done : exitCode.findings;
  });
}

/** Each audience with what leaves out others, and then what leaves out them. */
function notThere({ rosters }: OpenedCampaign, leftOut: readonly LeftOut[], showNumbers: boolean): string {
  const lines = [...rosters].flatMap(([name, { size, left }]) => {
    const { where, exclude, duplicate, invalid, forgotten } = left;
    const rows = where === 1 ? 'row is' : 'rows are';
    const theirs = leftOut.find(({ audience }) => audience === name);
    return [
      `  ${name}: ${counted(size, 'recipient')}; ${where} ${rows} left out by \`where\`, ${exclude} by \`exclude\`, ${duplicate} as duplicates, ${invalid} without a usable number${forgotten === 0 ? '' : `, ${forgotten} forgotten`}`,
      ...(theirs === undefined ? ['    no row has this number'] : leftOutLines(theirs, showNumbers)),
    ];
  });
  return `This number is not in any audience of this campaign.\n${lines.map((line) => `${visibleLine(line)}\n`).join('')}`;
}

/** callsheet why FILE --code -69: who did not get it for which reason, and what would change it. */
async function whyReasons(
  options: Omit<Given<'why'>, 'format'> & { readonly format: 'text' | 'json' },
  host: Host,
): Promise<ExitCode> {
  const { code, became, format, showNumbers } = options;
  if (became !== undefined && !(jobStates as readonly string[]).includes(became)) {
    const meant = didYouMean(became, jobStates);
    const hint = meant === undefined ? `these are ${jobStates.join(', ')}` : `did you mean ${meant}?`;
    return couldNot(host, `${became} is not a state of a job; ${hint}`);
  }
  return withCampaign(options, host, {}, async (opened) => {
    const { campaign } = opened;
    const { reader } = await seeNow(opened);
    if (reader === undefined) return couldNot(host, await missingRunHint(opened));
    const tally = createReasonTally();
    const digests = new Map<Cause, Hash>();
    const states = became === undefined ? asked : [became as JobState];
    for (const name of await reader.steps()) {
      const { step, isThere } = placesIn(opened, name);
      for (const state of states)
        for await (const page of reader.jobs({ step: name, state }))
          for (const job of page)
            if (code === undefined || job.code === code) {
              const cause = tally.note({ ...job, step: step?.id ?? name }, isThere(job.key));
              const digest = digests.get(cause) ?? createHash('sha256');
              digests.set(cause, digest.update(JSON.stringify([job.key, job.attempts])));
            }
    }
    const causes = tally.causes();
    const reasons = causes.map((cause) => {
      const { step, state, code, reason, count, examples } = cause;
      const keys = examples.map(({ key }) => key);
      return { step, state, code, reason, count, digest: digests.get(cause)?.digest('hex'), examples: keys };
    });
    const shown = { steps: campaign.steps, showNumbers, command: formatCommand(options) };
    return answer(host, format, {
      json: { campaign: campaign.id, run: opened.run, reasons },
      text: causes.length === 0 ? `${noJob(became, code)}.\n` : completeCommands(reasonsToText(causes, shown), options),
    });
  });
}

function noJob(became: string | undefined, code: string | undefined): string {
  if (became === undefined) return 'Apart from accepted ones, no job of this run has this code';
  return `No job of this run is ${became}${code === undefined ? '' : ' with this code'}`;
}

/** Where only a code is given: all but those that a service has accepted, or may still accept. */
const asked: readonly JobState[] = ['rejected', 'inDoubt', 'pending', 'skipped', 'expired', 'cancelled'];

interface FindOptions extends Omit<Given<'why'>, 'key' | 'format'> {
  /** A number or a part of one, or a part of a name. */
  readonly key: string;
  readonly format: 'text' | 'json';
}

const fewest = 3;
/** Why a part is not looked for. */
export const tooShort = `Give at least ${fewest} digits of a number, or ${fewest} letters of a name.`;
const shownMost = 200;

/** callsheet why FILE TEXT --find: the recipients whose number this is, or has these digits; of a text with letters, those with such a name. */
export async function findPeople(options: FindOptions, host: Host): Promise<ExitCode> {
  const { isNumber, part } = partOf(options.key);
  const isName = !isNumber && !options.whole;
  if (isTooShort(options.key) && !options.whole) return couldNot(host, tooShort);
  return withCampaign(options, host, { columns: nameColumns }, async (opened) => {
    const found = new Map<string, { readonly name: string; readonly audiences: string[] }>();
    // Each once, though several audiences may have them.
    const others = new Set<number>();
    const add = (roster: Roster, index: number): void => {
      const known = found.get(roster.key(index));
      if (known !== undefined) known.audiences.push(roster.audience);
      else if (found.size < shownMost)
        found.set(roster.key(index), { name: nameIn(roster, index), audiences: [roster.audience] });
      else others.add(roster.number(index));
    };
    const whole = await askedKeys(options.key, opened);
    for (const roster of opened.rosters.values()) {
      for (const key of whole) {
        const index = roster.indexOf(key);
        if (index !== undefined) add(roster, index);
      }
      for (let index = 0; index < roster.size && !options.whole; index++) {
        const key = roster.key(index);
        const isFound = isName ? soughtText(nameIn(roster, index)).includes(part) : hasPart(roster.number(index), part);
        if (isFound && !whole.includes(key)) add(roster, index);
      }
    }
    const more = others.size;
    const lines = [...found].map(([key, { name, audiences }]) => {
      const called = name === '' ? '' : `${visibleLine(name)}, `;
      return `${called}${shownKey(key, options.showNumbers)}  ${audiences.join(', ')}\n`;
    });
    if (more > 0) lines.push(`and ${more} more: type more to narrow it down\n`);
    const sought = options.whole ? `the number ${options.key}` : `${part} in their ${isName ? 'name' : 'number'}`;
    return answer(host, options.format, {
      json: { people: [...found].map(([number, one]) => ({ number, ...one })), more },
      text: lines.join('') || `No recipient of ${options.file} has ${sought}.\n`,
    });
  });
}

export function isTooShort(key: string): boolean {
  return partOf(key).part.length < fewest;
}

/** A name may have digits: `Room 12`. */
function partOf(key: string): { readonly isNumber: boolean; readonly part: string } {
  const digits = plainText(key).replace(/\D/g, '');
  const isNumber = digits !== '' && !/\p{L}/u.test(key);
  return { isNumber, part: isNumber ? digits : soughtText(key) };
}

/** The list, or the person who asks, may write the number in an older notation. */
function hasPart(number: number, part: string): boolean {
  const notations = hasNotations(number) ? notationsOf(number) : [number];
  return notations.some((one) => hasDigits(one.toFixed(0), part));
}

/** Also as people dial them: with a `0` before the area, or a `00` before the code of the country. */
function hasDigits(key: string, part: string): boolean {
  if (key.includes(part)) return true;
  const [, zeros = '', rest = ''] = /^(00?)([1-9]\d+)$/.exec(part) ?? [];
  const lengths = { '0': [1, 2, 3], '00': [0] }[zeros] ?? [];
  return lengths.some((length) => key.startsWith(rest, length));
}
