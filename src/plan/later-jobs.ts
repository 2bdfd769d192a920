import { type DropReason, dropState, isConditional } from '../schedule/reasons.ts';

interface StepJobs {
  readonly jobs: {
    readonly pending: number;
    readonly skipped: readonly { readonly reason: DropReason; readonly jobs: number }[];
  };
}

/** Jobs that a plan does not start and that a run may: a plan takes it that everything is accepted. */
export function laterJobs(steps: readonly StepJobs[]): number {
  const conditional = ({ jobs }: StepJobs): number =>
    jobs.skipped.reduce((sum, { reason, jobs: count }) => sum + (isConditional(reason) ? count : 0), 0);
  return steps.reduce((sum, step) => sum + step.jobs.pending + conditional(step), 0);
}

/** What a plan does not start. `depending`: on the results of other steps; where nothing is sent, nothing depends on it. */
export function unsentJobs(
  toSend: number,
  steps: readonly StepJobs[],
): { readonly depending: number; readonly expired: number; readonly skipped: number } {
  const all = steps.flatMap(({ jobs }) => jobs.skipped);
  const sum = (jobs: typeof all): number => jobs.reduce((total, one) => total + one.jobs, 0);
  const depending = toSend === 0 ? 0 : laterJobs(steps);
  const blocked = depending === 0 ? 0 : steps.reduce((total, { jobs: { pending } }) => total + pending, 0);
  const expired = sum(all.filter(({ reason }) => dropState(reason) === 'expired'));
  return { depending, expired, skipped: sum(all) + blocked - depending - expired };
}
