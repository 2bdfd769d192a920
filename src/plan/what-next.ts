import { formatAddress, type JobAddress, type JobId, jobId, type RecipientKey } from '../job/address.ts';
import type { JobResult, JobState } from '../job/job.ts';
import { restOf } from '../job/rest.ts';
import type { Promotion } from '../job/waves.ts';
import type { Instant } from '../platform/ports.ts';
import { createScheduler } from '../schedule/create-scheduler.ts';
import { type BlockReason, recordedReason } from '../schedule/reasons.ts';
import type {
  Decision,
  ScheduledJob,
  Scheduler,
  SchedulerInput,
  StepProgress,
  WaveProgress,
} from '../schedule/scheduler.ts';
import type { HeldBy } from '../schedule/trace.ts';
import { reachesPeople } from '../service/operations/operations.ts';
import { type UsedUp, usedUp } from './budget.ts';
import type { PlanCampaignInput } from './plan.ts';
import { createStepPlanner } from './plan-steps.ts';

/** What a run would do next, decided by its scheduler. */
export interface WhatNext {
  /** The next start; absent where nothing can start without a person. */
  readonly next?: {
    readonly step: string;
    /** `now` where nothing holds it. */
    readonly at: Instant;
    readonly heldBy?: HeldBy;
    /** Of `rest`: what happened, in words. */
    readonly reason?: string;
  };
  /** The step of the start that the budget does not pay for: a run would halt in its place, so it is not `next`. */
  readonly unpaid?: { readonly step: string } & UsedUp;
  /** Of steps that wait until a person lets a wave begin, or go on. */
  readonly promotions: readonly WantedPromotion[];
  /** The waves that steps are in. */
  readonly waves: readonly ({ readonly step: string } & WaveProgress)[];
  /** Steps with work left that wait for others. */
  readonly after: readonly string[];
  /** Steps whose work cannot start until a person does something. */
  readonly blocked: readonly { readonly step: string; readonly by: BlockReason }[];
}

export interface WantedPromotion extends Promotion {
  /** The wave has so many refusals or doubts that the run halts. */
  readonly isBroken: boolean;
}

/** Asks the scheduler for one start or wait; nothing is started or recorded. */
export function whatNext(input: SchedulerInput): WhatNext {
  const scheduler = createScheduler(input);
  const promotions: WantedPromotion[] = [];
  const decision = decide(() => scheduler.next(input.now), promotions);
  const progress = scheduler.progress();
  const after = progress.filter(({ state, counts }) => state === 'waiting' && counts.pending > 0);
  const waves = progress.flatMap(({ step, wave }) => (wave === undefined ? [] : [{ step, ...wave }]));
  // A wave that has broken `haltIf` halts the whole run before it starts anything.
  const isHalted = promotions.some(({ isBroken }) => isBroken);
  const found = isHalted ? undefined : nextOf(scheduler, decision, input.now);
  const spent = found?.job && usedUp(input.campaign, input.history, jobId(found.next.step, found.job.key));
  const next = spent === undefined ? found?.next : undefined;
  const rest = next?.heldBy === 'rest' ? restOf(input.history.rests, next.step, input.now) : undefined;
  const because = rest === undefined ? {} : { reason: rest.reason };
  return {
    ...(next === undefined ? {} : { next: { ...next, ...because } }),
    ...(found === undefined || spent === undefined ? {} : { unpaid: { step: found.next.step, ...spent } }),
    after: after.map(({ step }) => step).filter((step) => step !== found?.next.step),
    blocked: blockedIn(progress),
    promotions,
    waves,
  };
}

export function blockedIn(progress: readonly StepProgress[]): WhatNext['blocked'] {
  return progress.flatMap(({ step, blockedBy, counts }) =>
    blockedBy !== undefined && counts.pending > 0 ? [{ step, by: blockedBy }] : [],
  );
}

/** Skips the jobs that will not start, and what would be recorded of waves. */
function decide(next: () => Decision, promotions: WantedPromotion[]): Decision {
  for (;;) {
    const decision = next();
    if (decision.kind === 'promotion') {
      const {
        step,
        begun: { wave },
        isUnderWay,
        broken,
      } = decision;
      const wanted = isUnderWay ? ({ wave, what: 'goOn' } as const) : ({ wave: wave + 1, what: 'begin' } as const);
      promotions.push({ step: step.id, ...wanted, isBroken: broken !== undefined });
    } else if (decision.kind !== 'drop' && decision.kind !== 'wave') return decision;
  }
}

/** What holds the first of them may be over before its hours open, or after its end: only a start is one, held by what ends then. */
function nextOf(
  scheduler: Scheduler,
  first: Decision,
  now: Instant,
): { readonly next: NonNullable<WhatNext['next']>; readonly job?: ScheduledJob } | undefined {
  let [decision, at, held] = [first, now, first];
  for (let waits = 0; decision.kind === 'wait' && waits < mostWaits; waits++) {
    // Until a person says so.
    if (decision.until === Number.POSITIVE_INFINITY) return undefined;
    [at, held] = [decision.until, decision];
    decision = decide(() => scheduler.next(at), []);
  }
  if (decision.kind === 'start') {
    const { job } = decision;
    return { next: { step: job.step.id, at, ...(held.kind === 'wait' && { heldBy: held.heldBy }) }, job };
  }
  return decision.kind === 'wait' && first.kind === 'wait'
    ? { next: { step: first.step, at: first.until, heldBy: first.heldBy } }
    : undefined;
}

/** What another process holds may be asked for again and again. */
const mostWaits = 20;

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
  /** Where it sends nothing: how its steps end, once their delays and hours are over. */
  readonly ends?: readonly StepProgress[];
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
  return isLeft ? { isLeft, taken: again } : { isLeft, taken: dropped, ends: planner.progress() };
}

function note(taken: Map<string, Map<RecipientKey, TakenAs>>, { step, key = '' }: JobId, as: TakenAs): void {
  taken.set(step, (taken.get(step) ?? new Map<RecipientKey, TakenAs>()).set(key, as));
}
