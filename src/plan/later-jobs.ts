import { type DropReason, isConditional } from '../schedule/reasons.ts';

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
