import { dropState } from '../schedule/reasons.ts';
import type { PlannedJobs, PlannedStep } from './plan.ts';

/** Jobs of steps that have nothing to do if every request is accepted. Totals count them as skipped. */
export function conditionalJobs(steps: readonly PlannedStep[]): number {
  return steps.reduce(
    (sum, { state, jobs }) => sum + (state === 'conditional' ? jobs.total - (jobs.later ?? 0) : 0),
    0,
  );
}

/** Jobs of the other steps whose deadline passes first. Totals count them as skipped. */
export function expiredJobs(
  steps: readonly {
    readonly state: string;
    readonly jobs: Pick<PlannedJobs, 'skipped'>;
  }[],
): number {
  const skipped = steps.flatMap(({ state, jobs }) => (state === 'conditional' ? [] : jobs.skipped));
  return skipped.reduce((sum, { reason, jobs }) => sum + (dropState(reason) === 'expired' ? jobs : 0), 0);
}
