import type { Roster } from '../audience/roster.ts';
import type { LeftOutRows } from '../campaign/audiences/left-out-rows.ts';
import type { Campaign } from '../campaign/campaign.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { JobAddress } from '../job/address.ts';
import type { History } from '../job/history.ts';
import type { Instant } from '../platform/ports.ts';
import type { DropReason } from '../schedule/drop-reason.ts';
import type { HeldBy } from '../schedule/scheduler.ts';
import type { Funds } from './budget.ts';
import type { VariableDigests } from './saved/variable-digests.ts';

/** Steps and jobs laid on instants: a pure function of campaign, audiences, history and `now`. Its JSON is `schemas/plan.schema.json`. */
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
  readonly editedInDoubt?: readonly JobAddress[];
  /** Rows that reach nobody, as their number cannot be read; absent when there are none. */
  readonly leftOut?: readonly LeftOutRows[];
  readonly starts?: Instant;
  readonly ends?: Instant;
  /** How far budget and balance reach, where they are known. */
  readonly money?: readonly Funds[];
  readonly steps: readonly PlannedStep[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface PlanInputs {
  /** Path as written → SHA-256 (hex). */
  readonly files: Readonly<Record<string, string>>;
  readonly tzdata: string;
  /** SHA-256 (hex) of the values given with `--input`, where there are some. */
  readonly values?: string;
  /** Of the variables that templates read; absent where none is set. */
  readonly variables?: VariableDigests;
}

export interface PlanTotals {
  readonly jobs: number;
  readonly toSend: number;
  readonly done: number;
  readonly skipped: number;
  readonly inDoubt: number;
  /** By `costs`: what the jobs to be sent come to. */
  readonly cost: number;
  /** The worst that a crash can leave for a person to decide where the run goes on in time: what cannot be repeated. */
  readonly inDoubtAtMost: number;
  /** The same where it goes on too late to repeat what could have been repeated; absent where that is no more. */
  readonly inDoubtIfLate?: number;
  /** The same where what was under way is edited, or taken out of the file, before it goes on; absent where that is no more than in time. */
  readonly inDoubtIfEdited?: number;
}

export interface PlannedStep {
  readonly id: string;
  readonly title?: string;
  readonly uses: string;
  readonly needs: readonly string[];
  /** `conditional`: nothing of it is planned as long as everything goes well. */
  readonly state: 'pending' | 'started' | 'done' | 'blocked' | 'conditional';
  readonly jobs: PlannedJobs;
  readonly cost: number;
  readonly starts?: Instant;
  readonly ends?: Instant;
  readonly segments: readonly Segment[];
  /** The same by the recipients' zones; steps for an audience only. */
  readonly zones?: readonly ZoneLane[];
  /** The hours that the service itself is told to call in; redials only. */
  readonly callingHours?: readonly { readonly from: string; readonly to: string }[];
  readonly fits: boolean;
  /** Why it does not fit, and the smallest change that would make it; or why it is blocked. */
  readonly reason?: string;
}

export interface PlannedJobs {
  /** The sum of the others (`deferred` counts some of `toSend`). */
  readonly total: number;
  readonly toSend: number;
  readonly done: number;
  readonly inDoubt: number;
  /** Neither sent nor given up under this plan: the step is blocked. */
  readonly pending: number;
  /** By reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Jobs to send that cannot start at once, by what holds them. */
  readonly deferred: Readonly<Partial<Record<HeldBy, number>>>;
}

/** A stretch of one step without a pause: from its first start to its last. */
export interface Segment {
  readonly from: Instant;
  readonly to: Instant;
  readonly jobs: number;
  /** What kept these jobs from starting earlier. */
  readonly deferredBy?: HeldBy;
}

export interface ZoneLane {
  readonly zone: string;
  readonly jobs: number;
  readonly segments: readonly Segment[];
}

/** One job of a plan. */
export interface PlannedJob {
  readonly address: JobAddress;
  readonly step: string;
  /** Index into the roster of the step's audience. */
  readonly recipient?: number;
  /** The zone by whose clock it starts. */
  readonly zone: string;
  /** Absent when it will not start. */
  readonly at?: Instant;
  /** What holds it until then, or why it will not start. */
  readonly reason?: HeldBy | DropReason;
}

export interface PlanCampaignInput {
  readonly campaign: Campaign;
  /** By audience name. */
  readonly rosters: ReadonlyMap<string, Roster>;
  readonly history: History;
  /** Whether an approved plan starts this job; every job may start where there is none. */
  readonly isApproved?: (address: JobAddress) => boolean;
  /** Jobs that the history has in doubt because of an edit. */
  readonly edited?: readonly JobAddress[];
  readonly now: Instant;
  readonly run: string;
  /** Path as written → SHA-256 (hex), of every file that the campaign consists of. */
  readonly fileHashes: Readonly<Record<string, string>>;
  /** `process.versions.tz`: clock changes differ from one to the next. */
  readonly tzdata: string;
  /** Values given with `--input`. */
  readonly values?: Readonly<Record<string, unknown>>;
  readonly variables?: VariableDigests;
  /** What the account holds, where it was asked: balance, gift and credit. */
  readonly balance?: number;
  /** Called for every job in the order in which they start; those that will not start where that becomes known. */
  readonly onJob?: (job: PlannedJob) => void;
}
