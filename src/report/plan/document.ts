import type { SelectionCount } from '../../campaign/audiences/left-out-rows.ts';
import { counted, formatCount } from '../../diagnostic/count-words.ts';
import { grouped } from '../../diagnostic/grouped.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import { formatMoney } from '../../plan/budget.ts';
import type { Plan, PlannedHoliday, PlannedJob, PlannedStep, PlannedWave } from '../../plan/plan.ts';
import { nobodyCode, nobodyWords, unsentJobs } from '../../plan/unsent-jobs.ts';
import type { Instant } from '../../platform/ports.ts';
import { dropMeaning, dropState, dropText, isConditional } from '../../schedule/reasons.ts';
import type { HeldBy } from '../../schedule/trace.ts';
import { countryName } from '../../time/time-zone.ts';
import { formatForgotten, formatJudgedHours, formatLeftOut, sourceList } from '../audience-text.ts';
import { shownFinding } from '../diagnostics/report.ts';
import {
  type Document,
  type Figures,
  type Look,
  type People,
  type PersonEntry,
  section,
  sentences,
  type Timeline,
} from '../document.ts';
import { shownKey, shownReason } from '../mask.ts';
import { type PlanMessages, showSamples } from '../messages.ts';
import { formatProblem } from '../reason-text.ts';
import type { DocumentFormat } from '../render/index.ts';
import { formatEditedInFlight } from '../run/changes-text.ts';
import { assumed } from './answer-time.ts';
import {
  formatClock,
  formatCounts,
  formatDate,
  formatDayTime,
  formatJobs,
  formatState,
  formatThere,
  formatWorse,
  heldWords,
  needsSeconds,
  oncePromoted,
  stepName,
  stepWords,
} from './words.ts';

export type PlanFormat = DocumentFormat | 'json';

export interface PlanOptions {
  readonly showNumbers?: boolean;
  readonly budget?: number | undefined;
  /** The response time above which it finishes later (`formatAnswerTime`). */
  readonly answerTime?: string | undefined;
  /** What some people will read. */
  readonly messages?: PlanMessages | undefined;
  /** To be listed one by one. */
  readonly people?: Omit<PlanPeople, 'showNumbers'> | undefined;
}

/** When, how many, why not. */
export function planDocument(plan: Plan, options: PlanOptions = {}): Document {
  const { audiences = [], leftOut = [], forgotten = [], selection = [], hours = [], totals } = plan;
  const { showNumbers = false, answerTime, messages, people } = options;
  const left = [
    ...formatLeftOut(leftOut),
    ...formatForgotten(forgotten),
    ...formatEditedInFlight(plan.editedInDoubt, showNumbers),
  ];
  // A finding says it then.
  const isNobody = plan.diagnostics.some(({ code }) => code === nobodyCode);
  return {
    ...head(plan),
    body: [
      section('Audiences', sourceList(audiences, plan)),
      ...(messages === undefined ? [] : [samplesOf(messages, showNumbers)]),
      timelineOf(plan),
      sentences(
        [...formatSelection(selection, showNumbers), ...formatJudgedHours(hours)].map((line) => `${line}.`),
        'soft',
      ),
      ...(people === undefined ? [] : [planPeople(plan, { ...people, showNumbers })]),
    ],
    conclusion: [
      figures(plan, options.budget),
      sentences([!isNobody && (totals.toSend === 0 ? nothingToSend(plan.steps, totals) : reach(plan))]),
      sentences(totals.toSend === 0 ? [] : [assumed, answerTime, worst(totals)], 'soft'),
      { kind: 'findings', findings: [...plan.diagnostics.map(shownFinding), ...left.map((message) => ({ message }))] },
    ],
    footer: `Plan \`${plan.hash}\``,
  };
}

/** What some people will read, alone. */
export function messagesDocument(plan: Plan, messages: PlanMessages, showNumbers: boolean): Document {
  const samples = samplesOf(messages, showNumbers);
  const body = samples.samples.length === 0 ? sentences([nothingToSend(plan.steps, plan.totals)]) : samples;
  return { ...head(plan), body: [body], conclusion: [] };
}

function samplesOf(messages: PlanMessages, showNumbers: boolean) {
  return { kind: 'messages', samples: showSamples(messages, showNumbers) } as const;
}

function head({ title, campaign, run, timezone, now, inputs }: Plan): Pick<Document, 'title' | 'subject' | 'about'> {
  return {
    title,
    subject: 'plan',
    about: [
      `${campaign}, run ${run}`,
      `planned ${formatDate(now, timezone)}`,
      `times are ${timezone}`,
      `tzdata ${inputs.tzdata}`,
    ],
  };
}

/** A lane for each step, in the order of the file. */
export function timelineOf({
  steps,
  timezone: zone,
  starts: from,
  ends: to,
}: Pick<Plan, 'steps' | 'timezone'> & { readonly [Time in 'starts' | 'ends']?: Instant | undefined }): Timeline {
  return {
    kind: 'timeline',
    zone,
    from,
    to,
    lanes: steps.map((step) => ({
      name: stepWords(step),
      operation: step.uses,
      state: formatState(step),
      toSend: step.jobs.toSend,
      starts: step.starts,
      ends: step.ends,
      segments: step.segments,
      zones: step.zones,
      remarks: remarks(step, zone, needsSeconds(from, to)),
      warning: step.problem?.kind === 'late' ? formatProblem(step.problem) : undefined,
      look: lookOf(step),
    })),
  };
}

function lookOf({ state, fits }: PlannedStep): Look | undefined {
  if (!fits) return 'ask';
  return state === 'done' || state === 'conditional' ? 'soft' : undefined;
}

/** What becomes of all jobs of a plan, or of several. */
export function jobFigures(
  { toSend, jobs, done, inDoubt }: Pick<Plan['totals'], 'toSend' | 'jobs' | 'done' | 'inDoubt'>,
  steps: readonly PlannedStep[],
): Figures['figures'] {
  const { depending, expired, skipped } = unsentJobs(toSend, steps);
  return [
    { name: 'to send', value: formatCount(toSend), of: formatCount(jobs) },
    { name: 'done', value: formatCount(done) },
    { name: 'skipped', value: formatCount(skipped) },
    ...(expired > 0 ? [{ name: 'expired', value: formatCount(expired) }] : []),
    ...(depending > 0 ? [{ name: 'depend on results', value: formatCount(depending) }] : []),
    { name: 'in doubt', value: formatCount(inDoubt) },
  ];
}

function figures({ totals, steps }: Plan, budget: number | undefined): Figures {
  const { cost, currency } = totals;
  const later = steps.reduce((sum, step) => sum + (step.jobs.later ?? 0), 0);
  const figures = [...jobFigures(totals, steps)];
  if (later > 0) figures.push({ name: 'not in this run yet', value: formatCount(later) });
  const of = budget === undefined ? undefined : formatMoney(budget, currency);
  if (cost > 0) figures.push({ name: 'cost', value: formatMoney(cost, currency), of, isAmount: true });
  return { kind: 'figures', figures };
}

/** Whether the account's balance is enough, if it was queried; if it is not, a finding says at which job it runs out. */
function reach({ money = [], totals }: Plan): string | undefined {
  const balance = money.find(({ of }) => of === 'balance');
  if (balance === undefined || balance.ends !== undefined) return undefined;
  return enoughText(`The account holds ${formatMoney(balance.amount, totals.currency)}`, totals.cost);
}

/** Of a balance that does not run out. */
export function enoughText(holds: string, cost: number): string {
  return cost > 0
    ? `${holds}, which is enough.`
    : `${holds}; whether that is enough is unknown, because \`costs\` has no price for these operations.`;
}

/** Of a plan, or of several: says whether jobs remain when nothing is to be sent, and whether anybody was reached at all. */
export function nothingToSend(steps: readonly PlannedStep[], totals: Pick<Plan['totals'], 'inDoubt'>): string {
  const kept = steps.reduce((sum, { jobs }) => sum + jobs.pending + (jobs.later ?? 0), 0);
  if (kept > 0) return `Nothing to send now: ${formatCount(kept)} kept for later.`;
  const unanswered = steps.reduce((sum, { jobs }) => sum + (jobs.unanswered ?? 0), 0);
  if (totals.inDoubt > unanswered) return 'Nothing left to send; a person must decide about the jobs in doubt.';
  if (unanswered > 0) return 'Nothing left to send; `callsheet run` lists the jobs in doubt for a decision.';
  const nobody = nobodyWords(steps);
  return nobody === undefined ? 'Nothing left to do.' : `${nobody}.`;
}

/** What a crash can leave in doubt. */
function worst(totals: Plan['totals']): string {
  const { inDoubtAtMost } = totals;
  const inTime =
    inDoubtAtMost > 0 ? `A crash leaves up to ${formatJobs(inDoubtAtMost)} in doubt` : 'A crash leaves no job in doubt';
  return `${inTime}${formatWorse(totals)}.`;
}

interface PlanPeople {
  /** In order of their starts; the page lists the people of them. */
  readonly jobs: readonly PlannedJob[];
  /** How many people there are beyond those whose jobs are given. */
  readonly morePeople: number;
  readonly showNumbers: boolean;
  /** The name of a recipient, where the list has one. */
  readonly nameOf?: ((job: PlannedJob) => string | undefined) | undefined;
}

/** Everybody of the plan, one row each. */
function planPeople(plan: Plan, options: PlanPeople): People {
  const { jobs, morePeople, showNumbers, nameOf } = options;
  const ofPeople = jobs.filter(({ id }) => id.key !== undefined);
  const names = new Map(plan.steps.map((step) => [step.id, stepWords(step)]));
  const precise = needsSeconds(plan.starts, plan.ends);
  const reasons = new Map<string, string>();
  const zones = new Set<string>();
  const entry = ({ id: { step }, at, zone, drop }: PlannedJob): PersonEntry => {
    const words = names.get(step) ?? step;
    zones.add(zone);
    if (at === undefined) {
      const reason = drop === undefined ? 'none' : `none:${shownReason(dropText(drop.reason), showNumbers)}`;
      const why = drop === undefined ? '' : shownReason(dropMeaning(drop.reason), showNumbers);
      if (drop !== undefined) reasons.set(reason, why);
      const isOff = drop === undefined || !isConditional(drop.reason);
      return { data: { step, zone, reason }, words, ...(isOff && { isOff }), why };
    }
    const there = formatThere(at, zone, plan.timezone, precise);
    return {
      data: { step, zone, reason: 'planned', at: formatDayTime(at, zone, precise) },
      words,
      time: formatDayTime(at, plan.timezone, precise),
      ...(there === undefined ? {} : { there }),
    };
  };
  const rows = [...grouped(ofPeople, ({ id }) => id.key!)].map(([key, theirs]) => ({
    shown: shownKey(key, showNumbers),
    name: nameOf?.(theirs[0]!) ?? '',
    entries: theirs.map(entry),
  }));
  const steps = plan.steps.filter(({ id }) => ofPeople.some((job) => job.id.step === id));
  const more = counted(morePeople, 'more person is', 'more people are');
  return {
    kind: 'people',
    about: 'what is planned',
    people: rows,
    ...(morePeople > 0 && { note: `${more} not listed here (\`callsheet why\` finds them).` }),
    filters: [
      { name: 'step', all: 'All steps', values: steps.map((step) => [step.id, stepName(step)]) },
      {
        name: 'reason',
        all: 'Any status',
        values: [
          ['planned', 'planned'],
          ['none', 'not planned'],
          ...[...reasons].map(([reason, words]) => [reason, `not planned: ${words.replaceAll('`', '')}`] as const),
        ],
      },
      { name: 'zone', all: 'All time zones', values: [...zones].sort().map((zone) => [zone, zone]) },
    ],
    csv: [
      { name: 'step', of: 'step' },
      { name: 'time zone', of: 'zone' },
      { name: 'start', of: 'at' },
      { name: 'not planned because', of: '.why' },
    ],
  };
}

/** What the line of a step does not show, one sentence each. */
function remarks(step: PlannedStep, timezone: string, precise: boolean): readonly string[] {
  const { jobs, zones, holidays, waves, problem } = step;
  const { unanswered = 0, rejected = 0, cancelled = 0, inFlight, later } = jobs;
  const undecided = jobs.inDoubt - unanswered;
  const them = unanswered === 1 ? 'it' : 'them';
  const lines: string[] = [];
  const note = (count: number, words: string): void => void lines.push(`${formatCount(count)} ${words}`);
  if (jobs.done > 0 && zones !== undefined)
    note(
      jobs.done,
      ['done before', ...formatCounts({ 'of them rejected': rejected, 'of them given up': cancelled })].join(', '),
    );
  if (inFlight !== undefined) note(inFlight, 'in flight, counted as done');
  if (undecided > 0) note(undecided, 'in doubt: a person must decide (`callsheet reconcile`)');
  if (unanswered > 0)
    note(unanswered, `in doubt because the answer was lost: \`callsheet run\` lists ${them} for a decision`);
  if (zones !== undefined && zones.length > 1) lines.push(formatZones(zones, timezone));
  if (zones !== undefined) lines.push(...formatDeferred(step));
  if (holidays !== undefined) lines.push(`closed on holidays: ${holidays.map(formatHoliday).join(', ')}`);
  if (waves !== undefined) lines.push(`waves: ${waves.map((wave) => formatWave(wave, timezone, precise)).join('; ')}`);
  lines.push(...formatCalls(step));
  for (const { reason, jobs: count } of jobs.skipped) {
    if (step.state === 'conditional' && isConditional(reason)) continue;
    const how = isConditional(reason) ? 'only as needed' : dropState(reason);
    note(count, `${how}: ${shownReason(dropMeaning(reason), false)}`);
  }
  if (later !== undefined) note(later, 'not in this run yet');
  if (step.state === 'blocked' && problem !== undefined)
    note(jobs.pending, `kept for later: ${formatProblem(problem)}`);
  return lines;
}

function formatHoliday({ date, name, country }: PlannedHoliday): string {
  return `${date} ${visibleLine(name)}${country === undefined ? '' : ` (${countryName(country)})`}`;
}

function formatWave({ people, from, promote }: PlannedWave, timezone: string, precise: boolean): string {
  const when = `${formatCount(people)} from ${formatDayTime(from, timezone, precise)}`;
  return promote === undefined ? when : `${when} ${oncePromoted}`;
}

function formatZones(zones: NonNullable<PlannedStep['zones']>, timezone: string): string {
  const shown = zones.slice(0, 3).map(({ zone, jobs, segments }) => {
    const first = segments[0];
    const opens = first?.deferredBy === 'window';
    return `${zone} ${formatCount(jobs)}${opens ? ` from ${formatDayTime(first.from, timezone)} (${formatClock(first.from, zone)} there)` : ''}`;
  });
  const more = zones.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? `, and ${counted(more, 'more zone')}` : ''}`;
}

/** What holds at least one job in a hundred; a single waiting job is not worth a line. */
function formatDeferred({ jobs }: PlannedStep): readonly string[] {
  const parts = (Object.entries(jobs.deferred) as [HeldBy, number][])
    .filter(([, count]) => count * 100 >= jobs.toSend)
    .sort(([, a], [, b]) => b - a)
    .map(([heldBy, count]) => `${formatCount(count)} for ${heldWords[heldBy]}`);
  return parts.length === 0 ? [] : [`waiting: ${parts.join(', ')}`];
}

function formatCalls({ callingHours: hours, sendTime }: PlannedStep): readonly string[] {
  if (hours === undefined && sendTime === undefined) return [];
  const within = hours === undefined ? [] : [` ${hours.map(({ from, to }) => `${from}–${to}`).join(', ')}`];
  const { from, to } = sendTime ?? {};
  const each = from === to ? from : `the time of each, ${from} to ${to}`;
  const after = sendTime === undefined ? [] : [` not before ${each}`];
  return [`the service calls${[...within, ...after].join(',')} by its own clock`];
}

/** A sentence for each audience or step that leaves somebody out: whom it keeps, and how many `exclude` and each condition leave out. */
function formatSelection(selection: readonly SelectionCount[], showNumbers: boolean): readonly string[] {
  return selection.map(({ audience, step, recipients, excluded, leftOut }) => {
    const left = leftOut.map(({ reason, rows }) => `${formatCount(rows)} whose ${reason}`);
    const by = [
      ...(excluded === undefined ? [] : [`\`exclude\` leaves out ${counted(excluded, 'row')}`]),
      ...(left.length === 0 ? [] : [`\`where\` leaves out ${left.join(', ')}`]),
    ];
    const of = step === undefined ? `\`${audience}\` has` : `\`${step}\` is for`;
    const kept = counted(recipients, 'recipient');
    return shownReason(visibleLine([`${of} ${kept}`, ...by].join('; ')), showNumbers);
  });
}
