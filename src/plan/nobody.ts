import { isOperationId, reachesPeople } from '../service/operations/operations.ts';
import { unsentJobs } from './later-jobs.ts';
import type { PlannedStep } from './plan.ts';

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

/** `Nobody would be contacted: all 2 are skipped`; undefined where somebody may be. */
export function nobodyWords(steps: readonly PlannedStep[]): string | undefined {
  const starting = new Set<string>();
  const outcomes = steps.map(({ id, uses, needs, state, jobs }): StepOutcome => {
    const leftOut = jobs.skipped.reduce((sum, { jobs: count }) => sum + count, 0);
    const sure = jobs.toSend + jobs.done + jobs.inDoubt + jobs.pending + (jobs.later ?? 0);
    if (sure > 0) starting.add(id);
    // It may be needed after all.
    const perhaps = state === 'conditional' && needs.some((need) => starting.has(need)) ? leftOut : 0;
    return { uses, leftOut: leftOut - perhaps, refused: 0, others: sure + perhaps };
  });
  const leftOut = leftOutOfNobody(outcomes);
  if (leftOut === undefined) return undefined;
  if (leftOut === 0) return 'Nobody would be contacted: no list has anybody';
  const { expired } = unsentJobs(0, steps);
  const how = expired === 0 ? 'skipped' : expired === leftOut ? 'expired' : 'skipped or expired';
  const all = leftOut === 1 ? 'the only one is' : `all ${leftOut.toLocaleString('en-GB')} are`;
  return `Nobody would be contacted: ${all} ${how}`;
}
