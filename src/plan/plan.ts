import type { JudgedByNumber } from '../campaign/audiences/judged-hours.ts';
import type { ForgottenRows, LeftOutRows, SelectionCount } from '../campaign/audiences/left-out-rows.ts';
import type { RenderedRequest } from '../campaign/request/rendering.ts';
import type { Snapshot, SnapshotDifference, SnapshotNote, Source } from '../campaign/sources/source.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { JobAddress, JobId, RecipientKey } from '../job/address.ts';
import type { HeldContact, KnownContacts, PlannedContacts } from '../ledger/contacts/judge-contact.ts';
import type { Instant } from '../platform/ports.ts';
import type { BlockReason, Dropped, DropReason } from '../schedule/reasons.ts';
import type { ScheduledJob, SchedulerInput } from '../schedule/scheduler.ts';
import type { HeldBy, Trace } from '../schedule/trace.ts';
import type { LocalDate, LocalDateTime } from '../time/wall-clock.ts';
import type { UnclearRename } from './begun.ts';
import type { Funds } from './budget.ts';
import type { VariableDigests } from './saved/digests.ts';

/** When each step and job starts: a pure function of campaign, audiences, history and `now`. */
export interface Plan {
  readonly campaign: string;
  readonly title: string;
  readonly timezone: string;
  readonly now: Instant;
  readonly run: string;
  /** SHA-256 (hex) of the inputs and of the timeline. */
  readonly hash: string;
  readonly inputs: PlanInputs;
  readonly totals: PlanTotals;
  /** Jobs in doubt because of an edit after an attempt whose answer was lost; absent when there are none. */
  readonly editedInDoubt?: readonly JobAddress[] | undefined;
  /** Audiences that were read from elsewhere; absent when there are none. */
  readonly audiences?: readonly PlannedSource[] | undefined;
  /** Rows whose number cannot be read, so that nobody is reached; absent when there are none. */
  readonly leftOut?: readonly LeftOutRows[] | undefined;
  readonly forgotten?: readonly ForgottenRows[] | undefined;
  /** Whom the conditions of `where`, and `exclude`, leave out; absent when it is nobody. */
  readonly selection?: readonly SelectionCount[] | undefined;
  /** Whose hours are judged by another country than the campaign's; absent when it is nobody. */
  readonly hours?: readonly JudgedByNumber[] | undefined;
  readonly starts?: Instant;
  readonly ends?: Instant;
  /** How far budget and balance last, where they are known. */
  readonly money?: readonly Funds[] | undefined;
  readonly steps: readonly PlannedStep[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface PlanInputs {
  /** Path as written → SHA-256 (hex). */
  readonly files: Readonly<Record<string, string>>;
  readonly tzdata: string;
  /** SHA-256 (hex) of the `--input` values; absent without any. */
  readonly values?: string;
  /** Of the environment variables that templates read; absent if none is set. */
  readonly variables?: VariableDigests;
}

/** Where the recipients of an audience come from, if they were read from elsewhere. */
export interface PlannedSource
  extends Pick<Snapshot, 'source' | 'digest' | 'takenAt' | 'rows'>,
    Pick<Source, 'refresh'> {
  readonly audience: string;
  /** People of an earlier snapshot who have left the source since, and whom the run keeps. Absent where there are none. */
  readonly kept?: number;
  /** Who is left of them. */
  readonly recipients: number;
  /** Who is not, by cause. */
  readonly left: {
    readonly unreadable: number;
    readonly where: number;
    readonly exclude: number;
    /** Absent where nobody asked to be forgotten. */
    readonly forgotten?: number;
  };
  /** Absent for the first snapshot. */
  readonly since?: SnapshotDifference;
  readonly note?: SnapshotNote;
}

export interface PlanTotals {
  readonly jobs: number;
  readonly toSend: number;
  /** Who get something of what is to send, each counted once. */
  readonly people: number;
  readonly done: number;
  readonly skipped: number;
  readonly inDoubt: number;
  /** The price of the jobs to send, by `costs`. */
  readonly cost: number;
  /** Of the campaign's amounts of money; absent where it names none. */
  readonly currency?: string;
  /** The most jobs that a crash can leave in doubt if the run resumes in time: those that cannot be retried. */
  readonly inDoubtAtMost: number;
  /** The same if it resumes too late to retry; absent if that is not more. */
  readonly inDoubtIfLate?: number;
  /** The same if in-flight jobs are edited or removed first; absent if that is not more than in time. */
  readonly inDoubtIfEdited?: number;
}

export interface PlannedStep {
  readonly id: string;
  readonly title?: string;
  readonly uses: string;
  readonly needs: readonly string[];
  /** `conditional`: it has no jobs if everything succeeds. */
  readonly state: 'pending' | 'started' | 'done' | 'blocked' | 'conditional';
  readonly jobs: PlannedJobs;
  readonly cost: number;
  readonly starts?: Instant;
  readonly ends?: Instant;
  readonly segments: readonly Segment[];
  /** The same for each zone of its recipients; absent for a step that runs once. */
  readonly zones?: readonly ZoneLane[];
  /** The hours in which the service itself may call; redials only. */
  readonly callingHours?: readonly { readonly from: string; readonly to: string }[];
  /** The first and the last `sendTime` of its redials, by the service's clock; absent where they have none. */
  readonly sendTime?: { readonly from: string; readonly to: string };
  /** Days of the plan that are holidays, on which the step starts nothing; absent where there are none. */
  readonly holidays?: readonly PlannedHoliday[];
  /** Waves that begin under this plan; absent where there are none. */
  readonly waves?: readonly PlannedWave[];
  readonly fits: boolean;
  /** Why it does not fit, or why it is blocked. */
  readonly problem: StepProblem | undefined;
}

export interface PlannedHoliday {
  readonly date: LocalDate;
  readonly name: string;
  /** Where the country of each number decides. */
  readonly country?: string;
}

export interface PlannedWave {
  /** From 1. */
  readonly wave: number;
  readonly people: number;
  /** When it begins at the earliest. */
  readonly from: Instant;
  /** A person must say that it begins, as soon as the one before is over under this plan. */
  readonly promote?: 'person';
}

export type StepProblem =
  | { readonly kind: 'blocked'; readonly by: BlockReason }
  | {
      readonly kind: 'late';
      /** Jobs that do not fit before this time, and WhatsApp sessions that close first. */
      readonly jobs: number;
      readonly before: LocalDateTime | undefined;
      readonly sessions: number;
      readonly remedy: Remedy;
    };

/** The smallest changes that would make everything fit, each enough by itself. */
export type Remedy =
  /** The campaign has too many steps for a search. */
  | 'notSearched'
  | {
      /** Empty where only an earlier start would help. */
      readonly changes: readonly Change[];
      /** Jobs that would still not fit. */
      readonly leaves: number;
    };

export type Change =
  | { readonly kind: 'rate'; readonly perSecond: number }
  | { readonly kind: 'end'; readonly days: number };

export interface PlannedJobs {
  /** The sum of the others, without `deferred`, which counts part of `toSend`. */
  readonly total: number;
  readonly toSend: number;
  /** Of these: recorded as skipped or expired, and sent all the same, as people have decided since, or files were corrected; absent when there are none. */
  readonly again?: Readonly<Partial<Record<LeftOutAs, number>>>;
  readonly done: number;
  /** Of those that are done: rejected by the service; absent when there are none. */
  readonly rejected?: number;
  /** Of those that are done: a person gave them up; absent when there are none. */
  readonly cancelled?: number;
  /** Of those that are done: requests that a running process has in flight, taken for accepted; absent when there are none. */
  readonly inFlight?: number;
  readonly inDoubt: number;
  /** Of these: not in doubt yet, but once the next run has said so, as their answers were lost; absent when there are none. */
  readonly unanswered?: number;
  /** Neither sent nor skipped under this plan: the step is blocked. */
  readonly pending: number;
  /** Not in this plan, which is limited to some recipients; absent when there are none. */
  readonly later?: number;
  readonly skipped: readonly SkippedJobs[];
  /** Of these: recorded as left out already, by what this plan makes of them; absent when there are none. */
  readonly before?: Readonly<Partial<Record<LeftOutAs, number>>>;
  /** Jobs to send that cannot start immediately, by what holds them the longest. */
  readonly deferred: Readonly<Partial<Record<HeldBy, number>>>;
}

/** How a job was left out that a later process judges again. */
export type LeftOutAs = 'skipped' | 'expired';

export interface SkippedJobs {
  readonly reason: DropReason;
  readonly jobs: number;
}

/** A period of one step without a pause, and of one wave: from its first start to its last. */
export interface Segment {
  readonly from: Instant;
  readonly to: Instant;
  readonly jobs: number;
  /** What held the first of these jobs the longest. */
  readonly deferredBy?: HeldBy;
}

export interface ZoneLane {
  readonly zone: string;
  readonly jobs: number;
  readonly segments: readonly Segment[];
}

/** One job of a plan. */
export interface PlannedJob {
  readonly id: JobId;
  /** Index into the roster of the step's audience. */
  readonly recipient: number | undefined;
  /** The recipient's zone, or the campaign's. */
  readonly zone: string;
  /** Undefined when it will not start. */
  readonly at: Instant | undefined;
  /** What holds it the longest until then. */
  readonly heldBy: HeldBy | undefined;
  /** Why it will not start. */
  readonly drop: Dropped | undefined;
  /** Everything that holds it. */
  readonly trace: Trace | undefined;
  /** A person must say that its wave begins. */
  readonly promote: 'person' | undefined;
  /** How it is recorded, where it was left out before. */
  readonly wasLeftOut: LeftOutAs | undefined;
}

interface PlannedAmong {
  /** Their ids. */
  readonly campaigns: ReadonlySet<string>;
  /** Contacts that these campaigns are going to make. */
  readonly planned: PlannedContacts;
  readonly onHeld: (held: HeldContact) => void;
}

export interface PlanCampaignInput
  extends Pick<
    SchedulerInput,
    'campaign' | 'rosters' | 'history' | 'approvalOf' | 'part' | 'accountPace' | 'now' | 'run'
  > {
  /** By step: which of the accepted jobs of `history` are in flight in fact, in a process that carries out the run. */
  readonly inFlight?: ReadonlyMap<string, ReadonlySet<RecipientKey>>;
  /** Jobs that are in doubt because of an edit. */
  readonly edited?: readonly JobAddress[];
  /** By step, how many of those in doubt are recorded so by the next run only. */
  readonly unanswered?: ReadonlyMap<string, number>;
  /** Of which the run asks before it goes on. */
  readonly renames?: readonly UnclearRename[];
  /** What the contact ledger knows; required where the campaign has contact rules. */
  readonly contactFacts?: KnownContacts['factsOf'] | undefined;
  /** What it shares with the campaigns that are planned together with it. */
  readonly among?: PlannedAmong | undefined;
  /** Path as written → SHA-256 (hex), of the campaign file and every file that it names. */
  readonly fileHashes: Readonly<Record<string, string>>;
  /** Version of the time zone data. */
  readonly tzdata: string;
  /** Values given with `--input`. */
  readonly values?: Readonly<Record<string, unknown>>;
  readonly variables?: VariableDigests;
  /** The request of a job that starts then; where it is absent, what depends on templates is not judged. */
  readonly render?: (job: Pick<ScheduledJob, 'step' | 'key' | 'recipient'>, at: Instant) => RenderedRequest | undefined;
  /** The account's balance, gift and credit, if they were queried. */
  readonly balance?: number;
  /** Called for every job, in the order of the starts; for a job that will not start, when that becomes known. */
  readonly onJob?: (job: PlannedJob) => void;
}
