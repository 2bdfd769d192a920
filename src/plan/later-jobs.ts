import { type DropReason, dropState, isConditional } from '../schedule/reasons.ts';

interface SkippedOfStep {
  readonly jobs: { readonly skipped: readonly { readonly reason: DropReason; readonly jobs: number }[] };
}

interface StepJobs extends SkippedOfStep {
  readonly jobs: SkippedOfStep['jobs'] & { readonly pending: number };
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
