import { hasJobIn, isSelectedBy } from '../campaign/audiences/selection.ts';
import type { Campaign, Step } from '../campaign/campaign.ts';
import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import { forEachRow, type StepHistory } from '../job/history.ts';
import type { JobRecord, JobState } from '../job/job.ts';
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
    const {
      accepted = 0,
      rejected = 0,
      skipped = 0,
      expired = 0,
      inDoubt = 0,
      sending = 0,
      cancelled = 0,
    } = counts.get(recordedAs(step, counts)) ?? {};
    // A job in flight is in doubt for every process but the one that sends it.
    const settled = { accepted, rejected, skipped, expired, inDoubt: inDoubt + sending };
    const recorded = accepted + rejected + skipped + expired + inDoubt + sending + cancelled;
    const pending = countJobs(loaded, step, histories?.get(recordedAs(step, counts))) - recorded;
    const title = step.title === undefined ? {} : { title: step.title };
    return { id: step.id, ...title, summary: { ...settled, pending, ...(cancelled > 0 ? { cancelled } : {}) } };
  });
  const none: Summary = { accepted: 0, rejected: 0, skipped: 0, expired: 0, inDoubt: 0, pending: 0 };
  return { summary: steps.reduce((sum, { summary }) => add(sum, summary), none), steps };
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
      const { accepted = 0, rejected = 0, skipped = 0, expired = 0, cancelled = 0 } = counted;
      const { inDoubt = 0, sending = 0 } = counted;
      return { step, accepted, inDoubt: inDoubt + sending, others: rejected + skipped + expired + cancelled };
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
  if (states.some((state) => mayHaveReached({ state, doubtful: false, maybeSent: false }))) return true;
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

function add(a: Summary, b: Summary): Summary {
  const cancelled = (a.cancelled ?? 0) + (b.cancelled ?? 0);
  return {
    accepted: a.accepted + b.accepted,
    rejected: a.rejected + b.rejected,
    skipped: a.skipped + b.skipped,
    expired: a.expired + b.expired,
    inDoubt: a.inDoubt + b.inDoubt,
    pending: a.pending + b.pending,
    ...(cancelled > 0 ? { cancelled } : {}),
  };
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
