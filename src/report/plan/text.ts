import pc from 'picocolors';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import { formatMoney } from '../../plan/budget.ts';
import { conditionalJobs } from '../../plan/conditional-jobs.ts';
import { nobodyWords } from '../../plan/nobody.ts';
import type { Plan, PlannedHoliday, PlannedStep, PlannedWave } from '../../plan/plan.ts';
import type { Instant } from '../../platform/ports.ts';
import { dropMeaning } from '../../schedule/reasons.ts';
import type { HeldBy } from '../../schedule/trace.ts';
import { countryName } from '../../time/clock.ts';
import { shownFinding } from '../diagnostics/shown-finding.ts';
import { formatJudgedHours } from '../hours-text.ts';
import { formatForgotten, formatLeftOut } from '../left-out-text.ts';
import { shownReason } from '../mask.ts';
import { type PlanMessages, showSamples } from '../message/shown-sample.ts';
import { samplesToText } from '../message/text.ts';
import { formatProblem } from '../reason-text.ts';
import { columnText } from '../render/text.ts';
import { formatEditedInFlight } from '../run/edits-text.ts';
import { formatSelection } from '../selection-text.ts';
import { stepWords } from '../step-name.ts';
import { assumed } from './answer-time.ts';
import { type Axis, axisFor, axisLabels, bar } from './axis.ts';
import { sourcesToText } from './source-text.ts';
import {
  formatClock,
  formatCount,
  formatDate,
  formatDayTime,
  formatState,
  formatWorse,
  heldWords,
  needsSeconds,
} from './words.ts';

export interface PlanTextOptions {
  /** Columns. */
  readonly width: number;
  readonly colour: boolean;
  readonly budget?: number | undefined;
  readonly showNumbers?: boolean;
  /** The response time above which it finishes later (`formatAnswerTime`). */
  readonly answerTime?: string | undefined;
  /** Shown in place of the timeline. */
  readonly messages?: PlanMessages | undefined;
}

type Paint = ReturnType<typeof pc.createColors>;

/** One screen: when, how many, why not. */
export function planToText(plan: Plan, options: PlanTextOptions): string {
  if (options.messages !== undefined) return messagesToText(plan, options.messages, options);
  const paint = pc.createColors(options.colour);
  const lines = [
    ...head(plan, paint),
    ...sources(plan),
    '',
    ...planTable(plan, options.width, paint),
    '',
    ...sums(plan, options, paint),
    ...formatSelection(plan.selection ?? [], options.showNumbers === true).map((line) => paint.dim(`${line}.`)),
    ...formatJudgedHours(plan.hours ?? []).map((line) => paint.dim(`${line}.`)),
    ...plan.diagnostics
      .map(shownFinding)
      .map(({ code, message, hint }) => paint.yellow(`! ${code} ${message}${hint === undefined ? '' : `\n  ${hint}`}`)),
    ...formatLeftOut(plan.leftOut ?? []).map((line) => paint.yellow(`! ${line}`)),
    ...formatForgotten(plan.forgotten ?? []),
    ...formatEditedInFlight(plan.editedInDoubt, options.showNumbers === true),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function messagesToText(plan: Plan, messages: PlanMessages, options: PlanTextOptions): string {
  const lines = head(plan, pc.createColors(options.colour)).map((line) => `${line}\n`);
  const samples = showSamples(messages, options.showNumbers);
  return `${lines.join('')}\n${samples.length === 0 ? `${nothingToSend(plan)}\n` : samplesToText(samples, options)}`;
}

function head(plan: Plan, paint: Paint): readonly string[] {
  const { title, campaign, run, timezone, now, inputs } = plan;
  return [
    `${paint.bold(visibleLine(title))}  ${paint.dim(`${campaign}, run ${run}`)}`,
    paint.dim(`Now ${formatDate(now, timezone)}. Times are ${timezone}; clock changes by tzdata ${inputs.tzdata}.`),
  ];
}

function sources({ audiences = [], now, timezone }: Plan): readonly string[] {
  return audiences.length === 0 ? [] : ['', ...sourcesToText(audiences, { now, timezone })];
}

/** A row for each step: the timeline, how many, and from when to when. */
export function planTable(
  { steps, timezone, starts, ends }: Pick<Plan, 'steps' | 'timezone' | 'starts' | 'ends'>,
  width: number,
  paint: Paint,
): readonly string[] {
  const precise = needsSeconds(starts, ends);
  const nameWidth = Math.max(4, ...steps.map((step) => columnText(stepWords(step)).length));
  const timeWidth = precise ? 19 : 16;
  const numbers = steps.map(({ jobs }) => formatCount(jobs.toSend));
  const numberWidth = Math.max(7, ...numbers.map(({ length }) => length));
  const columns = columnsFor(width, { name: nameWidth, number: numberWidth, time: timeWidth });
  const axis =
    starts === undefined || ends === undefined || columns.bar === 0
      ? undefined
      : axisWithin({ from: starts, to: ends, zone: timezone, atMost: columns.bar });
  const labels = axis === undefined ? [''] : axisLabels(axis);
  // A line of days may be wider; a line with numbers beside it must not push them.
  const widest = [labels.at(-1) ?? '', ...steps.map((step) => cellsOf(step, axis))];
  const fitting = widest.filter(({ length }) => length <= columns.bar);
  const cellsWidth = Math.max(axis?.cells ?? Math.min(columns.bar, 12), ...fitting.map(({ length }) => length));
  const row = (name: string, cells: string, number: string, first: string, last: string): string =>
    [
      `  ${name.padEnd(nameWidth)}`,
      ...(columns.bar === 0 ? [] : [cells.padEnd(cellsWidth)]),
      number.padStart(numberWidth),
      first.padEnd(timeWidth),
      ...(columns.hasLast ? [last] : []),
    ].join('  ');
  const time = (at: Instant | undefined) => (at === undefined ? '' : formatDayTime(at, timezone, precise));
  return [
    ...(columns.bar === 0 ? [] : labels.slice(0, -1)).map((label) => paint.dim(row('', label, '', '', ''))),
    paint.dim(row('', labels.at(-1) ?? '', 'to send', 'first', 'last')),
    ...steps.flatMap((step) => {
      const cells = cellsOf(step, axis);
      const isInRow = cells.length <= columns.bar;
      const last = columns.hasLast || step.ends === step.starts ? [] : [`last ${time(step.ends)}`];
      const below = [...(isInRow ? [] : [cells]), ...last, ...remarks(step, timezone)];
      return [
        row(
          columnText(stepWords(step)),
          isInRow ? cells : '',
          formatCount(step.jobs.toSend),
          time(step.starts),
          time(step.ends),
        ),
        ...below.map((remark) => paint.dim(`${' '.repeat(columns.remarks)}${remark}`)),
      ];
    }),
  ];
}

/** The last label begins at its cell, and may need more room than the cells. */
function axisWithin(input: Parameters<typeof axisFor>[0]): Axis {
  const axis = axisFor(input);
  const over = (axisLabels(axis).at(-1) ?? '').length - input.atMost;
  return over > 0 ? axisFor({ ...input, atMost: Math.max(1, input.atMost - over) }) : axis;
}

/** Which columns have room: the timeline gives way to the numbers, and the last start before it. */
function columnsFor(
  width: number,
  { name, number, time }: { readonly name: number; readonly number: number; readonly time: number },
): {
  /** 0: none. */
  readonly bar: number;
  readonly hasLast: boolean;
  /** Where remarks begin. */
  readonly remarks: number;
} {
  const narrowest = 12;
  const others = name + number + time + 10;
  const remarks = name + 4 > width / 3 ? 4 : name + 4;
  const beside = { all: width - others - time - 2, noLast: width - others };
  if (beside.all >= narrowest) return { bar: Math.min(72, beside.all), hasLast: true, remarks };
  return beside.noLast >= narrowest
    ? { bar: Math.min(72, beside.noLast), hasLast: false, remarks }
    : { bar: 0, hasLast: false, remarks };
}

function cellsOf(step: PlannedStep, axis: Axis | undefined): string {
  if (step.segments.length > 0 && axis !== undefined) {
    return bar(axis, step.segments, step.zones === undefined ? 'once' : 'forEach');
  }
  return step.state === 'pending' || step.state === 'started' ? '' : formatState(step);
}

/** Whether the account's balance is enough, if it was queried; if it is not, a finding says at which job it runs out. */
function reach({ money = [], totals }: Plan): readonly string[] {
  const balance = money.find(({ of }) => of === 'balance');
  if (balance === undefined || balance.ends !== undefined) return [];
  const holds = `The account holds ${formatMoney(balance.amount, totals.currency)}`;
  return [
    totals.cost > 0
      ? `${holds}, which is enough.`
      : `${holds}; whether that is enough is unknown, because \`costs\` has no price for these operations.`,
  ];
}

/** Says whether jobs remain when nothing is to be sent, and whether anybody was reached at all. */
export function nothingToSend({ steps, totals }: Plan): string {
  const kept = steps.reduce((sum, { jobs }) => sum + jobs.pending + (jobs.later ?? 0), 0);
  if (kept > 0) return `Nothing to send now: ${formatCount(kept)} kept for later.`;
  if (totals.inDoubt > 0) return 'Nothing left to send; a person must decide about the jobs in doubt.';
  const nobody = nobodyWords(steps);
  return nobody === undefined ? 'Nothing left to do.' : `${nobody}.`;
}

/** What the line of a step does not show, one sentence each. */
export function remarks(step: PlannedStep, timezone: string): readonly string[] {
  const { jobs, zones, holidays, waves, callingHours } = step;
  return [
    ...(jobs.done > 0 && step.zones !== undefined ? [`${formatCount(jobs.done)} done before`] : []),
    ...(jobs.inFlight === undefined ? [] : [`${formatCount(jobs.inFlight)} in flight, counted as done`]),
    ...(jobs.inDoubt > 0
      ? [`${formatCount(jobs.inDoubt)} in doubt: a person must decide (\`callsheet reconcile\`)`]
      : []),
    ...(zones === undefined || zones.length < 2 ? [] : [formatZones(zones, timezone)]),
    ...(zones === undefined ? [] : formatDeferred(step)),
    ...(holidays === undefined ? [] : [`closed on holidays: ${holidays.map(formatHoliday).join(', ')}`]),
    ...(waves === undefined ? [] : [`waves: ${waves.map((wave) => formatWave(wave, timezone)).join('; ')}`]),
    ...(callingHours === undefined ? [] : [`the service calls ${formatHours(callingHours)}`]),
    ...(step.state === 'conditional' ? [] : jobs.skipped).map(
      ({ reason, jobs: count }) => `${formatCount(count)} skipped: ${shownReason(dropMeaning(reason), false)}`,
    ),
    ...(jobs.later === undefined ? [] : [`${formatCount(jobs.later)} not in this run yet`]),
    ...(step.state === 'blocked' && step.problem !== undefined
      ? [`${formatCount(jobs.pending)} kept for later: ${formatProblem(step.problem)}`]
      : []),
  ];
}

function formatHoliday({ date, name, country }: PlannedHoliday): string {
  return `${date} ${visibleLine(name)}${country === undefined ? '' : ` (${countryName(country)})`}`;
}

function formatWave({ people, from, promote }: PlannedWave, timezone: string): string {
  const when = `${formatCount(people)} from ${formatDayTime(from, timezone)}`;
  return promote === undefined ? when : `${when} at the earliest, after \`callsheet promote\``;
}

function formatZones(zones: NonNullable<PlannedStep['zones']>, timezone: string): string {
  const shown = zones.slice(0, 3).map(({ zone, jobs, segments }) => {
    const first = segments[0];
    const opens = first?.deferredBy === 'window';
    return `${zone} ${formatCount(jobs)}${opens ? ` from ${formatDayTime(first.from, timezone)} (${formatClock(first.from, zone)} there)` : ''}`;
  });
  const more = zones.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? `, and ${more} more ${more === 1 ? 'zone' : 'zones'}` : ''}`;
}

/** What holds at least one job in a hundred; a single waiting job is not worth a line. */
function formatDeferred({ jobs }: PlannedStep): readonly string[] {
  const parts = (Object.entries(jobs.deferred) as [HeldBy, number][])
    .filter(([, count]) => count * 100 >= jobs.toSend)
    .sort(([, a], [, b]) => b - a)
    .map(([heldBy, count]) => `${formatCount(count)} for ${heldWords[heldBy]}`);
  return parts.length === 0 ? [] : [`waiting: ${parts.join(', ')}`];
}

function formatHours(hours: NonNullable<PlannedStep['callingHours']>): string {
  return hours.map(({ from, to }) => `${from}–${to}`).join(', ') || 'at no hour';
}

function sums(plan: Plan, { budget, answerTime }: PlanTextOptions, paint: Paint): readonly string[] {
  const { toSend, jobs, done, skipped, inDoubt, cost, currency } = plan.totals;
  const conditional = conditionalJobs(plan.steps);
  const skippedNow = skipped - conditional;
  const notYet = plan.steps.reduce((sum, step) => sum + (step.jobs.later ?? 0), 0);
  const parts = [
    `${paint.bold(formatCount(toSend))} to send of ${formatCount(jobs)}`,
    ...(done > 0 ? [`${formatCount(done)} done`] : []),
    ...(skippedNow > 0 ? [`${formatCount(skippedNow)} skipped`] : []),
    ...(conditional > 0 ? [`${formatCount(conditional)} only as needed`] : []),
    ...(inDoubt > 0 ? [`${formatCount(inDoubt)} in doubt`] : []),
    ...(notYet > 0 ? [`${formatCount(notYet)} not in this run yet`] : []),
    ...(cost > 0
      ? [`cost ${formatMoney(cost, currency)}${budget === undefined ? '' : ` of ${formatMoney(budget, currency)}`}`]
      : []),
  ];
  if (toSend === 0) return [parts.join(', '), nothingToSend(plan)];
  const later = answerTime === undefined ? [] : [paint.dim(answerTime)];
  return [parts.join(', '), ...reach(plan), paint.dim(assumed), ...later, paint.dim(worst(plan.totals))];
}

/** What a crash can leave in doubt. */
export function worst(totals: Plan['totals']): string {
  const { inDoubtAtMost } = totals;
  const inTime =
    inDoubtAtMost > 0
      ? `A crash leaves up to ${formatCount(inDoubtAtMost)} ${inDoubtAtMost === 1 ? 'job' : 'jobs'} in doubt`
      : 'A crash leaves no job in doubt';
  return `${inTime}${formatWorse(totals)}.`;
}
