import { formatCount } from '../diagnostic/count-words.ts';
import { type DropReason, dropState, isConditional, readDrop } from '../schedule/reasons.ts';
import { isOperationId, reachesPeople } from '../service/operations/operations.ts';
import type { PlannedJobs, PlannedStep, SkippedJobs } from './plan.ts';

interface SkippedOfStep {
  readonly jobs: Pick<PlannedJobs, 'skipped'>;
}

interface StepJobs {
  readonly jobs: Pick<PlannedJobs, 'skipped' | 'pending'>;
}

/** Jobs that start only if an earlier step's results ask for it. Totals count them as skipped. */
export function dependingJobs(steps: readonly SkippedOfStep[]): number {
  return jobsSkipped(steps, isConditional);
}

/** Jobs that a plan does not start and that a run may: a plan takes it that everything is accepted. */
export function laterJobs(steps: readonly StepJobs[]): number {
  return dependingJobs(steps) + steps.reduce((sum, { jobs: { pending } }) => sum + pending, 0);
}

/** What a plan does not start. `depending`: on the results of other steps, or of a blocked step that results may open. */
export function unsentJobs(
  toSend: number,
  steps: readonly StepJobs[],
): { readonly depending: number; readonly expired: number; readonly skipped: number } {
  const expired = jobsSkipped(steps, (reason) => dropState(reason) === 'expired');
  return {
    depending: toSend === 0 ? dependingJobs(steps) : laterJobs(steps),
    expired,
    skipped: jobsSkipped(steps, () => true) - dependingJobs(steps) - expired,
  };
}

function jobsSkipped(steps: readonly SkippedOfStep[], isMeant: (reason: DropReason) => boolean): number {
  const all = steps.flatMap(({ jobs }) => jobs.skipped).filter(({ reason }) => isMeant(reason));
  return all.reduce((sum, { jobs }) => sum + jobs, 0);
}

/** The finding of a plan that says so. */
export const nobodyCode = 'CS5105';

/** What has become of a step's jobs, or will. */
export interface StepOutcome {
  readonly uses: string;
  /** Skipped or expired. */
  readonly leftOut: number;
  readonly refused: number;
  /** Those that have reached somebody, may have, or will. */
  readonly others: number;
}

/** How many are left out where nobody is contacted, although the campaign is for people; undefined where somebody may be. */
export function leftOutOfNobody(steps: readonly StepOutcome[]): number | undefined {
  const reaching = steps.filter(({ uses }) => isOperationId(uses) && reachesPeople(uses));
  if (reaching.length === 0 || reaching.some(({ others }) => others > 0)) return undefined;
  const leftOut = reaching.reduce((sum, step) => sum + step.leftOut, 0);
  // Where everybody was refused, that is what is said.
  return leftOut === 0 && reaching.some(({ refused }) => refused > 0) ? undefined : leftOut;
}

/** `Nobody would be contacted: all 2 requests are skipped`; undefined where somebody may be. */
export function nobodyWords(steps: readonly PlannedStep[]): string | undefined {
  const outcomes = steps.map((step): StepOutcome => {
    const { toSend, done, inDoubt, pending, later = 0, skipped } = step.jobs;
    const depending = dependingJobs([step]);
    const leftOut = skipped.reduce((sum, { jobs }) => sum + jobs, 0) - depending;
    return { uses: step.uses, leftOut, refused: 0, others: toSend + done + inDoubt + pending + later + depending };
  });
  const leftOut = leftOutOfNobody(outcomes);
  if (leftOut === undefined) return undefined;
  if (leftOut === 0) return 'Nobody would be contacted: no list has anybody';
  const { expired } = unsentJobs(0, steps);
  const how = expired === 0 ? 'skipped' : expired === leftOut ? 'expired' : 'skipped or expired';
  const all = leftOut === 1 ? 'the only request is' : `all ${formatCount(leftOut)} requests are`;
  return `Nobody would be contacted: ${all} ${how}`;
}

/** What a plan as JSON has of a step's jobs. */
export interface WrittenJobs {
  readonly pending?: number;
  /** By reason. */
  readonly skipped?: Readonly<Record<string, number>>;
}

/** A step of it, as `plan/` counts its jobs. */
export function stepJobs({ jobs }: { readonly jobs: WrittenJobs }): StepJobs {
  return { jobs: { pending: jobs.pending ?? 0, skipped: skippedIn(jobs) } };
}

export function skippedIn(jobs: WrittenJobs | undefined): readonly SkippedJobs[] {
  return Object.entries(jobs?.skipped ?? {}).flatMap(([text, count]) => {
    const reason = readDrop(text);
    return reason === undefined ? [] : [{ reason, jobs: count }];
  });
}
