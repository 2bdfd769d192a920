import type { PlannedStep } from './plan.ts';

/** Jobs of steps that have nothing to do if every request is accepted. Totals count them as skipped. */
export function conditionalJobs(steps: readonly PlannedStep[]): number {
  return steps.reduce(
    (sum, { state, jobs }) => sum + (state === 'conditional' ? jobs.total - (jobs.later ?? 0) : 0),
    0,
  );
}
