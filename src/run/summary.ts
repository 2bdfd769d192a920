import { hasJobIn, isSelectedBy } from '../campaign/audiences/selection.ts';
import type { Campaign, Step } from '../campaign/campaign.ts';
import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import { forEachRow, type StepHistory } from '../job/history.ts';
import type { JobRecord, JobState } from '../job/job.ts';
import { type BegunWave, sentBefore, type WaveCounts } from '../job/waves.ts';
import { listJobs, type RunReader } from '../ledger/backend.ts';
import { hasBegunIn, mayHaveReached, overdueBy } from '../plan/begun.ts';
import type { Instant } from '../platform/ports.ts';
import type { Summary } from './event.ts';

/** Number of jobs with a record, by step and state. */
export type JobCounts = ReadonlyMap<string, Partial<Record<JobState, number>>>;

export async function jobCounts(reader: Pick<RunReader, 'counts'> | undefined): Promise<JobCounts> {
  const counts = new Map<string, Partial<Record<JobState, number>>>();
  for (const { step, state, jobs } of (await reader?.counts()) ?? [])
    counts.set(step, { ...counts.get(step), [state]: jobs });
  return counts;
}

export function recordedJobs(counts: JobCounts): number {
  let recorded = 0;
  for (const states of counts.values()) for (const jobs of Object.values(states)) recorded += jobs;
  return recorded;
}

/** Not read where the counts say that there are none. */
export async function jobsIn(
  reader: Pick<RunReader, 'jobs'> | undefined,
  counts: JobCounts,
  state: JobState,
): Promise<readonly JobRecord[]> {
  const areThere = [...counts.values()].some((states) => states[state] !== undefined);
  return areThere && reader !== undefined ? listJobs(reader, { state }) : [];
}

export interface StepSummary {
  readonly id: string;
  readonly title?: string;
  readonly summary: Summary;
}

export interface RunSummary {
  readonly summary: Summary;
  readonly steps: readonly StepSummary[];
}

/** The same sums beside the process that carries the run out: what is in flight is in no doubt, it is not settled yet. */
export function inFlightAsPending(
  { summary, steps }: RunSummary,
  campaign: Campaign,
  counts: JobCounts,
): RunSummary & { readonly inFlight: number } {
  const inFlightIn = (id: string): number => {
    const step = campaign.steps.find((one) => one.id === id);
    return (step && counts.get(recordedAs(step, counts))?.sending) ?? 0;
  };
  const moved = (sums: Summary, count: number): Summary => ({
    ...sums,
    inDoubt: sums.inDoubt - count,
    pending: sums.pending + count,
  });
  const inFlight = steps.reduce((sum, { id }) => sum + inFlightIn(id), 0);
  return {
    inFlight,
    summary: moved(summary, inFlight),
    steps: steps.map((step) => ({ ...step, summary: moved(step.summary, inFlightIn(step.id)) })),
  };
}

/**
 * The whole run so far, by step: a job with a record counts by its state, a recipient without one as pending. A recipient who
 * was reached and then removed from the file still counts as reached.
 */
export async function summarise(
  loaded: LoadedCampaign,
  reader: Pick<RunReader, 'counts' | 'stepHistories'> | undefined,
  known?: JobCounts,
): Promise<RunSummary> {
  const counts = known ?? (await jobCounts(reader));
  const histories = await reader?.stepHistories('states');
  const steps = loaded.campaign.steps.map((step): StepSummary => {
    const recorded = recordedSums(counts.get(recordedAs(step, counts)));
    const jobs = countJobs(loaded, step, histories?.get(recordedAs(step, counts)));
    const pending = jobs - Object.values(recorded).reduce((sum, count) => sum + count, 0);
    const title = step.title === undefined ? {} : { title: step.title };
    return { id: step.id, ...title, summary: sumOf([{ ...recorded, pending }]) };
  });
  return { summary: sumOf(steps.map(({ summary }) => summary)), steps };
}

/** A job in flight is in doubt for every process but the one that sends it. */
function recordedSums(states: Partial<Record<JobState, number>> = {}): Omit<Summary, 'pending'> {
  const { accepted = 0, rejected = 0, skipped = 0, expired = 0, inDoubt = 0, sending = 0, cancelled = 0 } = states;
  return { accepted, rejected, skipped, expired, inDoubt: inDoubt + sending, cancelled };
}

function sumOf(summaries: readonly Summary[]): Summary {
  const of = (state: keyof Summary): number => summaries.reduce((sum, { [state]: jobs = 0 }) => sum + jobs, 0);
  const cancelled = of('cancelled');
  return {
    accepted: of('accepted'),
    rejected: of('rejected'),
    skipped: of('skipped'),
    expired: of('expired'),
    inDoubt: of('inDoubt'),
    pending: of('pending'),
    ...(cancelled > 0 ? { cancelled } : {}),
  };
}

export interface RemovedStep {
  readonly step: string;
  readonly accepted: number;
  readonly inDoubt: number;
  readonly others: number;
}

/** Steps that are no longer in the file, and that have records. No sum counts them. */
export function removedSteps({ steps }: Campaign, counts: JobCounts): readonly RemovedStep[] {
  const known = new Set(steps.map((step) => recordedAs(step, counts)));
  return [...counts]
    .filter(([step]) => !known.has(step))
    .map(([step, counted]) => {
      const { accepted, inDoubt, rejected, skipped, expired, cancelled = 0 } = recordedSums(counted);
      return { step, accepted, inDoubt, others: rejected + skipped + expired + cancelled };
    })
    .filter(({ accepted, inDoubt, others }) => accepted + inDoubt + others > 0);
}

/** Whether a job of the campaign was accepted or rejected, or may have reached the service. */
export async function hasBegun(
  campaign: Campaign,
  reader: Pick<RunReader, 'counts' | 'stepHistories'>,
): Promise<boolean> {
  const names = new Set(campaign.steps.flatMap(({ id, was }) => [id, was]));
  const states = (await reader.counts()).flatMap(({ step, state }) => (names.has(step) ? state : []));
  if (states.some((state) => mayHaveReached({ state, attempts: 0, doubtful: false, maybeSent: false }))) return true;
  // Of those that wait, only their records say it.
  return states.includes('pending') && hasBegunIn(campaign, await reader.stepHistories('states'));
}

/** By how many milliseconds a real run needs `--late`: the campaign's `starts` has passed, and nothing was done of it. */
export async function overdueMs(given: {
  readonly campaign: Campaign;
  readonly now: Instant;
  readonly reader: Pick<RunReader, 'counts' | 'stepHistories'> | undefined;
}): Promise<number | undefined> {
  const { campaign, now, reader } = given;
  const late = overdueBy({ campaign, now, begun: false });
  return late === undefined || (reader !== undefined && (await hasBegun(campaign, reader))) ? undefined : late;
}

/** The id under which a step has its records: the earlier one (`was`) until the next run renames them. */
export function recordedAs({ id, was }: Step, counts: { readonly has: (step: string) => boolean }): string {
  return was !== undefined && !counts.has(id) && counts.has(was) ? was : id;
}

/**
 * Jobs of this step by the current files, and those that have an outcome without being in the files any more. Beside a run it is the same a
 * moment later, when more of them have an outcome.
 */
function countJobs(loaded: LoadedCampaign, step: Step, history: StepHistory | undefined): number {
  const roster = step.forEach === undefined ? undefined : loaded.rosters.get(step.forEach.audience);
  const isSelected = isSelectedBy(step, roster);
  const hasJob = hasJobIn(step, roster);
  let jobs = 0;
  if (roster === undefined) jobs = 1;
  else for (let index = 0; index < roster.size; index++) if (isSelected(index)) jobs++;
  forEachRow(history, ({ key, state }) => {
    if (state !== 'pending' && !hasJob(key)) jobs++;
  });
  return jobs;
}

/** A wave that has begun, with what has become of its people since. Waves count from 1. */
export interface WaveSoFar extends WaveCounts {
  readonly step: string;
  readonly wave: number;
  readonly people: number;
  /** How many more `--first` and `--only` may have sent to since. */
  readonly beside?: number | undefined;
  /** How many people the step had then. */
  readonly of: number;
  readonly at: number;
}

/** The jobs are read only where a wave has begun. `underWay`: a process carries out the run. */
export async function readWavesSoFar(
  campaign: Campaign,
  reader: Pick<RunReader, 'waves' | 'stepHistories'> | undefined,
  underWay: boolean,
): Promise<readonly WaveSoFar[]> {
  const begun = shownIn(campaign, (await reader?.waves()) ?? []);
  if (reader === undefined || begun.length === 0) return [];
  return wavesSoFar(campaign, begun, await reader.stepHistories('times'), underWay);
}

/**
 * Oldest first, as they were recorded, of steps that have waves now, under their present names: others sent to more people since. A job
 * belongs to the wave in which it was first started, whatever has been decided about it since.
 */
export function wavesSoFar(
  campaign: Campaign,
  recorded: readonly BegunWave[],
  histories: ReadonlyMap<string, StepHistory>,
  underWay: boolean,
): readonly WaveSoFar[] {
  const begun = shownIn(campaign, recorded);
  const became = begun.map(() => ({ accepted: 0, rejected: 0, inDoubt: 0 }));
  const startedBefore = begun.map(() => 0);
  for (const [name, history] of histories) {
    const step = presentName(campaign, name);
    if (!begun.some((one) => one.step === step)) continue;
    forEachRow(history, ({ state, at, firstAt = at }) => {
      if (firstAt === undefined) return;
      for (const [index, one] of begun.entries()) if (one.step === step && one.at > firstAt) startedBefore[index]!++;
      const counted = countedAs(state, underWay);
      const own = begun.findLastIndex((one) => one.step === step && one.at <= firstAt);
      if (own !== -1 && counted !== undefined) became[own]![counted]++;
    });
  }
  return begun.map(({ step, wave, people, beside, of, at, before }, index) => {
    // Who was skipped had none of the places. Who is to be sent to again has one of an earlier wave.
    const own = people - Math.max(startedBefore[index]!, sentBefore(before));
    return { step, wave: wave + 1, people: own, beside, of, at, ...became[index]! };
  });
}

function shownIn(campaign: Campaign, recorded: readonly BegunWave[]): readonly BegunWave[] {
  const hasWaves = (step: string): boolean =>
    campaign.steps.some(({ id, forEach }) => id === step && forEach?.waves !== undefined);
  return recorded
    .map((one) => ({ ...one, step: presentName(campaign, one.step) }))
    .filter(({ step }) => hasWaves(step));
}

export function presentName({ steps }: Campaign, step: string): string {
  return steps.find(({ was }) => was === step)?.id ?? step;
}

/** As the file names it, though the records of a renamed step have its earlier name until the run goes on. */
export function underPresentName(campaign: Campaign): (job: JobRecord) => JobRecord {
  return (job) => ({ ...job, step: presentName(campaign, job.step) });
}

/** A job in flight is in doubt for every process but the one that sends it. */
function countedAs(state: JobState, underWay: boolean): keyof WaveCounts | undefined {
  if (state === 'sending') return underWay ? undefined : 'inDoubt';
  return state === 'accepted' || state === 'rejected' || state === 'inDoubt' ? state : undefined;
}
