import type { RecipientKey } from '../job/address.ts';
import type { Instant } from '../platform/ports.ts';
import { reachesPeople } from '../service/operations/operations.ts';
import type { LeftOutAs, PlanCampaignInput } from './plan.ts';
import { createStepPlanner } from './plan-steps.ts';

/** What the next process sends. */
export interface LeftToSend {
  /** It starts at least one job, now or later. */
  readonly isLeft: boolean;
  /**
   * By step and key (empty for a step that runs once): jobs that are recorded as skipped or expired, and that it sends all the same,
   * because people have decided since, or files were corrected.
   */
  readonly again: ReadonlyMap<string, ReadonlyMap<RecipientKey, LeftOutAs>>;
}

export const nothingLeft: LeftToSend = { isLeft: false, again: new Map() };

/** Whether somebody is contacted, by a plan that is given up as soon as it is known. */
export function reachesSomebody(input: Omit<PlanCampaignInput, 'onJob'>): boolean {
  const reaching = new Set(input.campaign.steps.filter(({ uses }) => reachesPeople(uses)).map(({ id }) => id));
  let isReached = false;
  const planner = createStepPlanner({
    ...input,
    onJob({ id, at }) {
      isReached ||= at !== undefined && reaching.has(id.step);
    },
  });
  for (let now: Instant | undefined = input.now; now !== undefined && !isReached; ) now = planner.advance(now);
  return isReached || reaching.size === 0;
}

/** By a plan that is given up as soon as both are known. */
export function leftToSend(input: Omit<PlanCampaignInput, 'onJob'>): LeftToSend {
  const again = new Map<string, Map<RecipientKey, LeftOutAs>>();
  let isLeft = false;
  const planner = createStepPlanner({
    ...input,
    onJob({ id: { step, key = '' }, at, wasLeftOut }) {
      isLeft ||= at !== undefined;
      if (at === undefined || wasLeftOut === undefined) return;
      again.set(step, (again.get(step) ?? new Map<RecipientKey, LeftOutAs>()).set(key, wasLeftOut));
    },
  });
  for (let now: Instant | undefined = input.now; now !== undefined && (planner.mayBeAgain || !isLeft); )
    now = planner.advance(now);
  return { isLeft, again };
}
