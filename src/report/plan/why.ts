import { formatMismatch } from '../../campaign/audiences/mismatch.ts';
import type { LeftOut } from '../../campaign/audiences/why-left-out.ts';
import type { Campaign } from '../../campaign/campaign.ts';
import { counted } from '../../diagnostic/count-words.ts';
import { positionAt, type Span } from '../../diagnostic/source-file.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { NotStarted, Why, WhyStep } from '../../plan/why.ts';
import type { Preview } from '../../run/preview.ts';
import { dropMeaning, dropText, isConditional } from '../../schedule/reasons.ts';
import { formatInstant } from '../../time/local-time.ts';
import { countryName } from '../../time/time-zone.ts';
import { aligned, columnsOf, padded } from '../columns.ts';
import { shownKey, shownReason } from '../mask.ts';
import { conditionOf, previewLines, previewToJson } from '../messages.ts';
import type { ReadBack } from '../read-back.ts';
import { formatProblem, formatReason } from '../reason-text.ts';
import { formatDecision, signedToJson } from '../run/signed-text.ts';
import { formatDayTime, formatThere, oncePromoted, stepName } from './words.ts';

interface WhyOptions {
  readonly showNumbers: boolean;
  readonly campaign: Campaign;
  /** By step, what they get or got. */
  readonly messages: ReadonlyMap<string, Preview>;
}

/** One person: a block per step, a line per rule with its place in the file. */
export function whyToText(why: Why, options: WhyOptions): string {
  const { timezone } = why;
  const { showNumbers } = options;
  const who = why.audiences.map(({ name, place, zone, country, sessionEnds }) => {
    const session = sessionEnds === undefined ? '' : `, session closes ${formatDayTime(sessionEnds, timezone)}`;
    return `  ${name}  ${place}  ${zoneWords(zone, country)}${session}`;
  });
  const left = why.leftOut.flatMap((of) => [`  ${of.audience}  rows left out:`, ...leftOutLines(of, showNumbers)]);
  const head = [shownKey(why.key, showNumbers), ...who, ...left, `  times are ${timezone}`];
  const lines = [...head, ...why.steps.flatMap((step) => ['', ...linesOfStep(step, why, options)])];
  return `${lines.map(visibleLine).join('\n')}\n`;
}

/** A line for each reason that leaves out one of their rows: the row, the rule, the detail, and the place in the campaign. */
export function leftOutLines({ rows, more }: LeftOut, showNumbers: boolean): readonly string[] {
  const cells = rows.map(({ file, line, rule, detail, cell, span }) => [
    `${file}:${line}`,
    rule,
    shownReason(detail, showNumbers) + (cell !== undefined && showNumbers ? `: \`${cell}\`` : ''),
    span === undefined ? '' : placeOf(span),
  ]);
  return [...aligned(cells), ...(more === 0 ? [] : [`and ${counted(more, 'more row')}`])].map((line) => `    ${line}`);
}

function linesOfStep(step: WhyStep, why: Why, options: WhyOptions): readonly string[] {
  const { showNumbers } = options;
  const { timezone } = why;
  const { happened } = step;
  const width = Math.max(0, ...step.rules.map(({ detail }) => columnsOf(detail)));
  const name = stepName({ ...step, id: step.step });
  return [
    `${name}  ${step.uses ?? 'no longer in the file'}  ${step.span === undefined ? '' : placeOf(step.span)}`.trimEnd(),
    `  ${openCondition(step, options) ?? formatWhen(step, timezone, showNumbers)}`,
    ...step.rules.map(({ at, rule, detail, span }) =>
      `    ${formatDayTime(at, timezone, true)}  ${rule.padEnd(12)}  ${padded(detail, width)}  ${span === undefined ? '' : placeOf(span)}`.trimEnd(),
    ),
    ...(happened === undefined
      ? []
      : [`  ${shownReason(`happened: ${whatHappened(happened, timezone)}`, showNumbers)}`]),
    ...(happened?.decisions ?? []).map((one) => `  decided: ${formatDecision(one, { timezone, showNumbers })}`),
    ...previewLines(options.messages.get(step.step), options),
  ];
}

/** The condition of a step that waits for the outcome of one that the plan takes to be accepted, and that may end otherwise. */
function openCondition({ step: id, notStarted }: WhyStep, { campaign }: WhyOptions): string | undefined {
  if (notStarted?.kind !== 'dropped' || notStarted.by.word !== 'depends') return undefined;
  const step = campaign.steps.find((one) => one.id === id);
  return step && conditionOf(step);
}

function nothingLeft(happened: WhyStep['happened']): string {
  if (happened?.state === 'inDoubt') return 'in doubt: a person must decide (`callsheet reconcile`)';
  // Only `status` knows whether its process is alive.
  if (happened?.state === 'sending') return 'no response yet, or the response was lost when the process died';
  return 'nothing left to do';
}

/** `US` is the country, whose zones must all be open. */
function zoneWords(zone: string, country: string | undefined): string {
  if (zone === '') return 'no time zone';
  if (country === undefined) return zone;
  const zones = zone === country ? 'all its time zones' : zone;
  return `${zones}, as the number is of ${countryName(country)}`;
}

function formatWhen(step: WhyStep, timezone: string, showNumbers: boolean): string {
  const { at, zone, promote, notStarted, happened } = step;
  if (at !== undefined) {
    const there = zone === undefined ? undefined : formatThere(at, zone, timezone);
    const when = `${formatDayTime(at, timezone, true)}${there === undefined ? '' : `, ${there}`}`;
    return promote === undefined ? when : `${when} ${oncePromoted}`;
  }
  return notStarted === undefined ? nothingLeft(happened) : formatNotStarted(notStarted, showNumbers);
}

export function formatNotStarted(why: NotStarted, showNumbers: boolean): string {
  switch (why.kind) {
    case 'dropped':
      return `${isConditional(why.by) ? 'not sent yet' : 'will not be sent'}: ${shownReason(dropMeaning(why.by), showNumbers)}`;
    case 'where': {
      const mismatches = shownReason(mismatchWords(why).join(', '), showNumbers);
      return `will not be sent: the step’s \`where\` does not select them: ${mismatches}  ${placeOf(why.span)}`;
    }
    case 'blocked':
      return `kept for later: ${why.problem === undefined ? '' : formatProblem(why.problem)}`;
    default:
      return why satisfies never;
  }
}

function mismatchWords({ mismatches }: NotStarted & { kind: 'where' }): readonly string[] {
  return mismatches.map(formatMismatch);
}

/** `spring.yaml:12`. */
export function placeOf({ file, start }: Span): string {
  return `${file.path}:${positionAt(file, start).line}`;
}

export function whatHappened(job: NonNullable<WhyStep['happened']>, timezone: string): string {
  const parts = [
    job.state === 'inDoubt' ? 'in doubt' : job.state,
    ...(job.at === undefined ? [] : [`sent ${formatDayTime(job.at, timezone, true)}`]),
    ...(job.settledAt === undefined ? [] : [`settled ${formatDayTime(job.settledAt, timezone, true)}`]),
    ...(job.attempts > 0 ? [counted(job.attempts, 'attempt')] : []),
    ...(job.code === undefined ? [] : [`status ${job.code}`]),
    ...(job.reason === undefined ? [] : [formatReason(job.reason)]),
  ];
  return parts.join(', ');
}

/** For machines: whole numbers, instants in ISO 8601. */
export function whyToJson(why: Why, messages: WhyOptions['messages']): string {
  return `${JSON.stringify(whyJson(why, messages), null, 2)}\n`;
}

export type WhyJson = ReadBack<ReturnType<typeof whyJson>>;

export function whyJson(why: Why, messages: WhyOptions['messages']) {
  const iso = (at: number | undefined) => (at === undefined ? undefined : formatInstant(at, why.timezone));
  return {
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
    steps: why.steps.map(({ step, title, uses, span, zone, at, promote, notStarted, rules, happened }) => ({
      step,
      title,
      uses,
      place: span && placeOf(span),
      zone,
      ...notStartedJson(notStarted),
      at: iso(at),
      promote,
      rules: rules.map((rule) => ({
        rule: rule.rule,
        at: iso(rule.at),
        detail: rule.detail,
        place: rule.span && placeOf(rule.span),
      })),
      ...previewToJson(messages.get(step)),
      happened: happened && {
        state: happened.state,
        attempts: happened.attempts,
        at: iso(happened.at),
        settledAt: iso(happened.settledAt),
        code: happened.code,
        reason: happened.reason,
        outputs: happened.outputs,
        decisions: happened.decisions && signedToJson(happened.decisions, why.timezone),
      },
    })),
  };
}

interface NotStartedJson {
  readonly reason?: string;
  /** Conditions of `where` that they do not meet, and its place. */
  readonly unmet?: readonly string[];
  readonly unmetAt?: string;
}

function notStartedJson(why: NotStarted | undefined): NotStartedJson {
  switch (why?.kind) {
    case undefined:
      return {};
    case 'dropped':
      return { reason: dropText(why.by) };
    case 'where':
      return { reason: 'where', unmet: mismatchWords(why), unmetAt: placeOf(why.span) };
    case 'blocked':
      return { reason: `blocked:${why.problem === undefined ? '' : formatProblem(why.problem)}` };
    default:
      return why satisfies never;
  }
}
