import { formatAddress, type JobAddress, type JobId, type RecipientKey } from '../job/address.ts';
import type { JobResult, JobState } from '../job/job.ts';
import type { Instant } from '../platform/ports.ts';
import { recordedReason } from '../schedule/reasons.ts';
import { reachesPeople } from '../service/operations/operations.ts';
import type { PlanCampaignInput } from './plan.ts';
import { createStepPlanner } from './plan-steps.ts';

/** What the next process sends. */
export interface LeftToSend {
  /** It starts at least one job, now or later. */
  readonly isLeft: boolean;
  /**
   * By step and key (empty for a step that runs once): how it takes jobs that are recorded otherwise, or not yet. As pending: those that
   * were skipped or expired, and that it sends all the same, because people have decided since, or files were corrected. Where it sends
   * nothing at all, those that it does not send, as it would record them. And those that waited for a decision which was made since.
   */
  readonly taken: ReadonlyMap<string, ReadonlyMap<RecipientKey, TakenAs>>;
}

export type TakenAs = Pick<JobResult, 'reason'> & { readonly state: JobState };

export const nothingLeft: LeftToSend = { isLeft: false, taken: new Map() };

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
  for (let now: Instant | undefined = input.now; now !== undefined; ) now = planner.advance(now, () => isReached);
  return isReached || reaching.size === 0;
}

/** By a plan that is given up as soon as both are known. */
export function leftToSend({
  waited,
  ...input
}: Omit<PlanCampaignInput, 'onJob'> & {
  /** Left out until somebody decides about another job. */
  readonly waited: ReadonlySet<JobAddress>;
}): LeftToSend {
  const again = new Map<string, Map<RecipientKey, TakenAs>>();
  const dropped: typeof again = new Map();
  let isLeft = false;
  const planner = createStepPlanner({
    ...input,
    onJob({ id, at, drop, wasLeftOut }) {
      isLeft ||= at !== undefined;
      const hasWaited = wasLeftOut !== undefined && waited.has(formatAddress(id));
      if (at !== undefined && wasLeftOut !== undefined)
        note(again, id, { state: 'pending', ...(hasWaited && { reason: undefined }) });
      if (drop === undefined) return;
      const as = { state: drop.state, reason: recordedReason(drop) };
      if (wasLeftOut === undefined) note(dropped, id, as);
      else if (hasWaited && drop.reason.word !== 'undecided') for (const taken of [again, dropped]) note(taken, id, as);
    },
  });
  for (let now: Instant | undefined = input.now; now !== undefined; )
    now = planner.advance(now, () => isLeft && !planner.mayBeAgain);
  return { isLeft, taken: isLeft ? again : dropped };
}

function note(taken: Map<string, Map<RecipientKey, TakenAs>>, { step, key = '' }: JobId, as: TakenAs): void {
  taken.set(step, (taken.get(step) ?? new Map<RecipientKey, TakenAs>()).set(key, as));
}
