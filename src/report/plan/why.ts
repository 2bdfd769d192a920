import type { LeftOut } from '../../campaign/audiences/why-left-out.ts';
import type { Campaign } from '../../campaign/campaign.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import { placeOf, type Why, type WhyStep } from '../../plan/why.ts';
import type { Preview } from '../../run/preview/preview-request.ts';
import { dropSentence } from '../../schedule/drop-reason.ts';
import { formatInstant } from '../../time/local-time.ts';
import { maskKey, shownReason } from '../mask.ts';
import { previewToJson } from '../message/json.ts';
import { previewLines } from '../message/text.ts';
import { stepName } from '../step-name.ts';
import { formatCount, formatDayTime } from './words.ts';

export interface WhyOptions {
  readonly showNumbers: boolean;
  readonly campaign: Campaign;
  /** By step, what they get or got. */
  readonly messages: ReadonlyMap<string, Preview>;
}

/** One person: a block per step, a line per rule with its place in the file. */
export function whyToText(why: Why, options: WhyOptions): string {
  const { timezone } = why;
  const { showNumbers } = options;
  const who = why.audiences.map(({ name, place, zone, sessionEnds }) => {
    const session = sessionEnds === undefined ? '' : `, session closes ${formatDayTime(sessionEnds, timezone)}`;
    return `  ${name}  ${place}  ${zone || 'no time zone'}${session}`;
  });
  const left = why.leftOut.flatMap((of) => [`  ${of.audience}  rows left out:`, ...leftOutLines(of, showNumbers)]);
  const head = [showNumbers ? why.key : maskKey(why.key), ...who, ...left, `  times are ${timezone}`];
  const lines = [...head, ...why.steps.flatMap((step) => ['', ...stepLines(step, timezone, options)])];
  return `${lines.map(visibleLine).join('\n')}\n`;
}

/** A line for each reason that leaves out one of their rows: the row, the rule, the detail, and the place in the campaign. */
export function leftOutLines({ rows, more }: LeftOut, showNumbers: boolean): readonly string[] {
  const lines = rows.map(({ file, line, rule, detail, cell, span }) => ({
    row: `${file}:${line}`,
    rule,
    detail: shownReason(detail, showNumbers) + (cell !== undefined && showNumbers ? `: \`${cell}\`` : ''),
    place: span === undefined ? '' : placeOf(span),
  }));
  const width = (of: 'row' | 'rule' | 'detail', among = lines) => Math.max(0, ...among.map((one) => one[of].length));
  const [row, rule] = [width('row'), width('rule')];
  const placed = lines.filter(({ place }) => place !== '');
  const detail = width('detail', placed);
  return [
    ...lines.map((one) =>
      `    ${one.row.padEnd(row)}  ${one.rule.padEnd(rule)}  ${one.detail.padEnd(detail)}  ${one.place}`.trimEnd(),
    ),
    ...(more === 0 ? [] : [`    and ${formatCount(more)} more ${more === 1 ? 'row' : 'rows'}`]),
  ];
}

function stepLines(step: WhyStep, timezone: string, options: WhyOptions): readonly string[] {
  const { showNumbers } = options;
  const { at, zone, reason, rules, happened } = step;
  const name = stepName({ ...step, id: step.step });
  const there = at === undefined || zone === timezone ? '' : `, ${formatDayTime(at, zone)} in ${zone}`;
  const when =
    at === undefined
      ? reason === undefined
        ? nothingLeft(happened)
        : sentence(reason) + unmetWords(step, showNumbers)
      : `${formatDayTime(at, timezone, true)}${there}`;
  const width = Math.max(0, ...rules.map(({ detail }) => detail.length));
  return [
    `${name}  ${step.uses}  ${step.place}`.trimEnd(),
    `  ${when}`,
    ...rules.map((rule) =>
      `    ${formatDayTime(rule.at, timezone, true)}  ${rule.rule.padEnd(12)}  ${rule.detail.padEnd(width)}  ${rule.place ?? ''}`.trimEnd(),
    ),
    ...(happened === undefined ? [] : [`  ${shownReason(whatHappened(happened, timezone), showNumbers)}`]),
    ...previewLines(options.messages.get(step.step), options),
  ];
}

function messageJson(preview: Preview | undefined): Readonly<Record<string, unknown>> {
  return preview === undefined ? {} : previewToJson(preview);
}

function nothingLeft(happened: WhyStep['happened']): string {
  if (happened?.state === 'inDoubt') return 'in doubt: a person must decide (`callsheet reconcile`)';
  // Only `status` knows whether its process is alive.
  if (happened?.state === 'sending') return 'no response yet, or the response was lost when the process died';
  return 'nothing left to do';
}

function unmetWords({ unmet = [], unmetAt }: WhyStep, showNumbers: boolean): string {
  return unmet.length === 0 ? '' : shownReason(`: ${unmet.join(', ')}`, showNumbers) + `  ${unmetAt}`;
}

function sentence(reason: string): string {
  if (reason.startsWith('blocked:')) return `kept for later: ${reason.slice('blocked:'.length)}`;
  return `will not be sent: ${reason === 'where' ? 'the step’s `where` does not select them' : dropSentence(reason)}`;
}

function whatHappened(job: NonNullable<WhyStep['happened']>, timezone: string): string {
  const parts = [
    job.state === 'inDoubt' ? 'in doubt' : job.state,
    ...(job.at === undefined ? [] : [`sent ${formatDayTime(job.at, timezone, true)}`]),
    ...(job.settledAt === undefined ? [] : [`settled ${formatDayTime(job.settledAt, timezone, true)}`]),
    ...(job.attempts > 0 ? [`${job.attempts} ${job.attempts === 1 ? 'attempt' : 'attempts'}`] : []),
    ...(job.code === undefined ? [] : [`status ${job.code}`]),
    ...(job.reason === undefined ? [] : [dropSentence(job.reason)]),
  ];
  return `happened: ${parts.join(', ')}`;
}

/** For machines: whole numbers, instants in ISO 8601. */
export function whyToJson(why: Why, messages: WhyOptions['messages']): string {
  const iso = (at: number | undefined) => (at === undefined ? undefined : formatInstant(at, why.timezone));
  const value = {
    version: 1,
    key: why.key,
    timezone: why.timezone,
    audiences: why.audiences.map(({ sessionEnds, ...rest }) => ({ ...rest, sessionEnds: iso(sessionEnds) })),
    leftOut: why.leftOut.map(({ rows, ...rest }) => ({
      ...rest,
      rows: rows.map(({ file, line, span, ...row }) => ({
        place: `${file}:${line}`,
        ...row,
        by: span === undefined ? undefined : placeOf(span),
      })),
    })),
    steps: why.steps.map(({ at, rules, happened, ...rest }) => ({
      ...rest,
      at: iso(at),
      rules: rules.map((rule) => ({ ...rule, at: iso(rule.at) })),
      ...messageJson(messages.get(rest.step)),
      happened: happened && {
        state: happened.state,
        attempts: happened.attempts,
        at: iso(happened.at),
        settledAt: iso(happened.settledAt),
        code: happened.code,
        reason: happened.reason,
        outputs: happened.outputs,
      },
    })),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}
