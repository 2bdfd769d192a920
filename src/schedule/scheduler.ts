import type { Roster } from '../audience/roster.ts';
import type { Campaign, Step } from '../campaign/campaign.ts';
import type { JobAddress, RecipientKey } from '../job/address.ts';
import type { History } from '../job/history.ts';
import type { JobState } from '../job/job.ts';
import type { Instant } from '../platform/ports.ts';
import type { DropReason } from './drop-reason.ts';

/**
 * Decides what may start when. The planner turns it with a virtual clock and settles every job at once as accepted;
 * the engine turns the same code with a real clock and real outcomes. It holds no I/O and no time of its own.
 */
export interface Scheduler {
  /**
   * The next thing to do at `now` (never earlier than in the call before). A `start` takes its slot of every rate, and
   * has passed window (less the guard), zone, session, deadline, needs and pace at `now`: the gate at dispatch.
   */
  next(now: Instant): Decision;
  settle(job: ScheduledJob, settlement: Settlement, now: Instant): void;
  /** What each step has come to so far; for the end of a plan or run. */
  progress(): readonly StepProgress[];
  progressOf(step: string): StepProgress | undefined;
  /** Steps that have ended since this was last asked (or were found ended), in the order of the file. */
  ended(): readonly StepProgress[];
}

export interface ScheduledJob {
  readonly step: Step;
  /** Index into the roster of the step's audience; absent for a step that runs once. */
  readonly recipient?: number;
  readonly key?: RecipientKey;
  /** By whose clock it starts: the recipient's zone, or the campaign's; empty when the recipient has none. */
  readonly zone: string;
  /** Attempts made before this one, as far as history and settlements tell. */
  readonly attempts: number;
  /** It has a record, though perhaps of an attempt that does not count. */
  readonly tried: boolean;
}

export type Decision =
  /** Start this one now. `heldBy` tells what held it until now, where something did. */
  | {
      readonly kind: 'start';
      readonly job: ScheduledJob;
      /** This start is good before this instant: the window's close (less the guard), or the job's deadline. */
      readonly mayStartUntil: Instant;
      readonly heldBy?: HeldBy;
    }
  /** This one will not be started: record it. */
  | {
      readonly kind: 'drop';
      readonly job: ScheduledJob;
      /** `inDoubt` where an earlier attempt may have counted: nobody who may have been reached is called expired. */
      readonly state: 'skipped' | 'expired' | 'inDoubt';
      readonly reason: DropReason;
      /** When it was judged so for the first time: a judgement that a resumed run makes again is not a new one. */
      readonly judgedAt: Instant;
    }
  /** Nothing may start before `until`, unless something in flight settles first. */
  | { readonly kind: 'wait'; readonly until: Instant; readonly heldBy: HeldBy; readonly step: string }
  /** Only settlements can move things on. */
  | { readonly kind: 'inFlight' }
  /** Nothing is left that could ever start (steps whose needs failed stay blocked). */
  | { readonly kind: 'finished' };

/** What a job waited for. `retry` is a back-off, `every` a gate that is asked again. */
export type HeldBy = 'starts' | 'at' | 'window' | 'rate' | 'perRecipient' | 'needs' | 'delay' | 'retry' | 'every';

export type Settlement =
  | {
      readonly kind: 'settled';
      readonly state: 'accepted' | 'rejected' | 'inDoubt' | 'skipped' | 'expired' | 'cancelled';
    }
  /** Pending again. `attempted: false` does not count as an attempt (wait, unsent). */
  | {
      readonly kind: 'again';
      readonly notBefore: Instant;
      readonly attempted: boolean;
      /** The attempt may have counted. */
      readonly doubtful?: boolean;
      readonly heldBy: 'retry' | 'every';
    }
  /** This step cannot succeed: start no more of it in this run, keep its jobs pending. */
  | { readonly kind: 'stopStep'; readonly reason: string };

export interface StepProgress {
  readonly step: string;
  readonly state: 'waiting' | 'open' | 'finished' | 'blocked' | 'stopped' | 'notNeeded';
  /** Why it is blocked or stopped. */
  readonly reason?: string;
  readonly counts: Readonly<Record<JobState, number>>;
  /** First start and last settlement. */
  readonly starts?: Instant;
  readonly ends?: Instant;
}

export interface SchedulerInput {
  readonly campaign: Campaign;
  /** By audience name. */
  readonly rosters: ReadonlyMap<string, Roster>;
  readonly history: History;
  /** Whether an approved plan starts this job; every job may start where there is none. */
  readonly isApproved?: ((address: JobAddress) => boolean) | undefined;
  readonly now: Instant;
}
