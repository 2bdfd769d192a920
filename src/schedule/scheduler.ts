import type { Roster } from '../audience/roster.ts';
import type { Part } from '../campaign/audiences/part.ts';
import type { Campaign, Step } from '../campaign/campaign.ts';
import type { JobId, RecipientKey } from '../job/address.ts';
import type { History } from '../job/history.ts';
import type { JobState } from '../job/job.ts';
import type { BegunWave, WaveCounts } from '../job/waves.ts';
import type { KnownContacts } from '../ledger/contacts/judge-contact.ts';
import type { Instant } from '../platform/ports.ts';
import type { Pace } from './pace.ts';
import type { BlockReason, Dropped, DropReason } from './reasons.ts';
import type { HeldBy, Trace } from './trace.ts';
import type { WaveWait } from './waves.ts';

/**
 * Decides what may start when. The planner drives it with a virtual clock and settles every job at once as accepted; the
 * engine drives the same code with a real clock and real outcomes. It has no I/O and no clock of its own.
 */
export interface Scheduler {
  /**
   * The next thing to do at `now` (never earlier than in the previous call). A `start` takes its slot of every rate; window
   * (less the guard), zone, session, deadline, needs and rates allow it at `now`.
   */
  next(now: Instant): Decision;
  settle(job: ScheduledJob, settlement: Settlement, now: Instant): void;
  /** Nothing of this step starts before. */
  rest(step: string, until: Instant): void;
  /** Of the job that was dropped last, because of another step's outcome: why it would not start whatever that is. */
  otherwise(job: ScheduledJob): DropReason | undefined;
  /** The steps that this one waits for: those that it names, or all others where it watches them. */
  needsOf(step: string): readonly string[];
  /** The state of each step, in the order of the file. */
  progress(): readonly StepProgress[];
  progressOf(step: string): StepProgress | undefined;
  /** Steps that have ended since the previous call, in the order of the file. */
  ended(): readonly StepProgress[];
}

export interface ScheduledJob {
  readonly step: Step;
  /** Index into the roster of the step's audience; undefined for a step that runs once. */
  readonly recipient: number | undefined;
  readonly key: RecipientKey | undefined;
  /** The recipient's zone, or the campaign's; empty when the recipient has none. */
  readonly zone: string;
  /** Attempts before this one, by history and settlements. */
  readonly attempts: number;
  /** It has a record, perhaps of an attempt that does not count. */
  readonly tried: boolean;
  /** When it was started here; a job that is dropped was not. */
  readonly startedAt?: Instant | undefined;
}

export type Decision =
  /** Start this one now. */
  | {
      readonly kind: 'start';
      readonly job: ScheduledJob;
      /** This start is good before this instant: the window's close (less the guard), or the job's deadline. */
      readonly mayStartUntil: Instant;
      /** What held it until now. */
      readonly trace: Trace;
    }
  /** This one will not be started: record it. */
  | (Dropped & {
      readonly kind: 'drop';
      readonly job: ScheduledJob;
      /** When this was decided first, perhaps by an earlier run. */
      readonly decidedAt: Instant;
    })
  /** A wave of a step begins, or people are sent to beside it: record it before anything else is decided. */
  | { readonly kind: 'wave'; readonly begun: BegunWave }
  /** This wave is over, and the next one waits for a person; or it is `broken`, perhaps under way, and nothing may start. */
  | {
      readonly kind: 'promotion';
      readonly step: Step;
      readonly begun: BegunWave;
      readonly isUnderWay: boolean;
      readonly broken: WaveCounts | undefined;
    }
  /** Nothing may start before `until`, unless something in flight settles first. */
  | { readonly kind: 'wait'; readonly until: Instant; readonly heldBy: HeldBy; readonly step: string }
  /** Only a settlement can change this. */
  | { readonly kind: 'inFlight' }
  /** Nothing is left that could ever start (steps whose needs failed stay blocked). */
  | { readonly kind: 'finished' };

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
      /** Something of it may have left. */
      readonly maybeSent?: boolean;
      readonly heldBy: 'retry' | 'every';
    }
  /** This step cannot succeed: none of its jobs starts in this run, and they stay pending. */
  | { readonly kind: 'stopStep'; readonly reason: string };

export interface StepProgress {
  readonly step: string;
  readonly state: 'waiting' | 'open' | 'finished' | 'blocked' | 'stopped' | 'notNeeded';
  readonly blockedBy: BlockReason | undefined;
  readonly stopReason: string | undefined;
  readonly counts: Readonly<Record<JobState, number>>;
  /** Jobs that are left, of recipients outside the part that it is limited to. */
  readonly later: number;
  /** Of a step with `waves` that has begun. */
  readonly wave: WaveProgress | undefined;
  /** When it opens; undefined while that is not known. */
  readonly opensAt: Instant | undefined;
  /** First start and last settlement. */
  readonly starts: Instant | undefined;
  readonly ends: Instant | undefined;
}

/** The wave that a step is in. */
export interface WaveProgress {
  readonly begun: BegunWave;
  /** How many waves there are. */
  readonly waves: number;
  readonly counts: WaveCounts;
  /** Undefined while it is under way. */
  readonly overAt: Instant | undefined;
  /** What the next one waits for, where it is over; a person, too, where it has broken `haltIf`. */
  readonly wait: WaveWait | undefined;
}

/** The rate of an account that other processes use, too: what `Pace` is to a campaign. Asked only for a job that nothing else holds. */
export type AccountPace = Pick<Pace, 'readyAt' | 'take'>;

/** How an approved plan starts a job: at a time, or when the outcome of an earlier step asks for it; undefined: not at all. */
export type ApprovalOf = (job: JobId) => 'planned' | 'asNeeded' | undefined;

export interface SchedulerInput {
  readonly campaign: Campaign;
  readonly run: string;
  /** By audience name. */
  readonly rosters: ReadonlyMap<string, Roster>;
  readonly history: History;
  /** How an approved plan starts this job; every job may start where there is none. */
  readonly approvalOf?: ApprovalOf | undefined;
  /** The recipients that it is limited to; all where there is none. */
  readonly part?: Part | undefined;
  /**
   * Where no person is there to say that the next wave begins, it is taken as said when a wave is over: `all` although it has broken
   * `haltIf`, too.
   */
  readonly promotes?: 'unbroken' | 'all' | undefined;
  /** Steps that cannot succeed, as an earlier scheduler of the same process has found out. */
  readonly stopped?: readonly Pick<StepProgress, 'step' | 'stopReason' | 'ends'>[] | undefined;
  /** Where it is absent, `limits.account.rate` holds for this campaign alone. */
  readonly accountPace?: AccountPace | undefined;
  /** Required where the campaign has contact rules. */
  readonly contacts?: KnownContacts | undefined;
  readonly now: Instant;
}
