import { formatCount } from '../diagnostic/count-words.ts';
import { isOperationId, reachesPeople } from '../service/operations/operations.ts';
import { dependingJobs, unsentJobs } from './later-jobs.ts';
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
