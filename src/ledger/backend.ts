import type { JobId } from '../job/address.ts';
import type { StepHistory } from '../job/history.ts';
import type { JobRecord, JobState } from '../job/job.ts';
import type { Rest } from '../job/rest.ts';
import type { BegunWave } from '../job/waves.ts';
import type { Instant } from '../platform/ports.ts';
import type { AccountShare, SharedAccount } from './account-share.ts';
import type { Change, Control, Decided, RecordedEnd } from './change.ts';
import type { JudgeContacts } from './contact-writer.ts';
import type { HandOut, LeaseTerm, WorkerLease, WorkerRequest } from './hand-out.ts';
import type { Holder, StateRefusal, StateWarning } from './refusal.ts';
import type { Approval, DecisionGroup } from './signed.ts';

/** Where runs of one campaign are recorded: how a run is opened for running and for reading, and how a person decides upon it. */
export interface StateBackend {
  /** The state file's path, or another name by which people know it. */
  readonly location: string;
  /** Claims the run for this process: nobody else can carry it out until the lease is closed, or lost. */
  openForRunning(request: OpenForRunning): Promise<OpenedLease | Refused>;
  /** Undefined where nothing is recorded yet, or not this run. */
  openForReading(request: OpenForReading): Promise<OpenedReader | Refused | undefined>;
  /**
   * What a person decides about jobs, beside a running process or without one: it needs no lease. All of the decisions are recorded, or
   * none. Rejects where a job's state does not allow one, as it does when a process is sending the job, or has sent it once more.
   */
  decide(run: RunAbout, decisions: readonly Decided[]): Promise<Refused | undefined>;
  /** Records a person's approval, beside a running process or without one. Undefined where there is no such run. */
  approve(run: RunAbout, approval: Approval): Promise<'recorded' | Refused | undefined>;
  /** Records that a person lets a wave begin, or go on; a running process notices it as it does decisions. Undefined where there is no such run. */
  promote(run: RunAbout, signed: DecisionGroup): Promise<'recorded' | Refused | undefined>;
  /** Asks a running process, or the next one, to pause, go on or end. Undefined where there is no such run. */
  requestControl(
    run: RunAbout,
    control: Control,
    signed?: DecisionGroup,
  ): Promise<ControlRequested | Refused | undefined>;
  /** Why a run that starts on this host now would be refused. Of a run that a process carries out, nobody asks. */
  refusal(run: RunAbout, host: string): Promise<StateRefusal | undefined>;
  /** To send for those who lead this campaign. Absent where only one process can send; undefined where nothing is recorded yet. */
  openForSending?(request: WorkerRequest): Promise<WorkerLease | Refused | undefined>;
}

export interface RunAbout {
  readonly campaign: string;
  readonly run: string;
  /** Base URL of the service that the jobs are for; `sandbox` for the embedded one; empty where any will do. */
  readonly service: string;
}

export interface OpenForRunning {
  readonly about: RunAbout;
  readonly me: Pick<Holder, 'pid' | 'host' | 'since'>;
  /** Accept a state of another host, a copy, or one that is behind; start over where it is missing, unless it `moves`. */
  readonly adopt: boolean;
  /**
   * To move the ledger, which may have been moved, or be incomplete: from here, or to here. Then this machine may know the run elsewhere, and
   * does so until it has `arrived`.
   */
  readonly moves?: 'away' | 'arriving' | 'arrived' | undefined;
  /** How many jobs will be in flight at once; given where writing must not hold up sending. */
  readonly inFlight?: number | undefined;
  /** A store lets its campaigns share the limits of their account; a state file knows of one campaign only. */
  readonly account?: SharedAccount | undefined;
  /** This process is to do a part of the run: if it dies, nobody continues it without being asked to. */
  readonly limited?: boolean | undefined;
}

export interface OpenForReading {
  readonly about: RunAbout;
  /**
   * `counts` leaves out the jobs' own rows: each record is verified when it is read, and a step's rows are counted when their states
   * are read. `none` verifies nothing at first. For a large state each saves seconds. Default `whole`.
   */
  readonly verify?: 'whole' | 'counts' | 'none';
  /** To move the ledger: it may have been moved, or be incomplete. */
  readonly moves?: true | undefined;
  /** Open it for a run that is not recorded, too: what other runs have started counts against its rates. */
  readonly orNew?: true;
}

export interface Refused {
  readonly refused: StateRefusal;
}

export interface OpenedLease {
  readonly lease: RunLease;
  /** Where its ledger is copied from, or was moved to. */
  readonly move: LedgerMove;
  readonly warnings: readonly StateWarning[];
}

export interface LedgerMove {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export interface OpenedReader {
  readonly reader: RunReader;
  /** Nothing is recorded of this run: the reader knows only what other runs have started. */
  readonly isNew: boolean;
}

export interface ControlRequested {
  /** The run that a process is carrying out. */
  readonly carriedOut: string | undefined;
  /** What was requested before. */
  readonly before: Control;
}

/** What is recorded of one run. */
export interface RunReader {
  readonly about: RunAbout;
  status(): Promise<RunStatus>;
  /** A run reads this four times a second: of the status it needs nothing else. */
  requests(): Promise<Requests>;
  /** Whom a person has confirmed, in parts. Apart from the status: it grows with the audience. */
  confirmedPeople(): Promise<readonly string[]>;
  /** Oldest first. */
  approvals(): Promise<readonly Approval[]>;
  /** Who has decided upon jobs, oldest first. */
  decisions(): Promise<readonly DecisionGroup[]>;
  /** Waves that have begun, oldest first. */
  waves(): Promise<readonly BegunWave[]>;
  job(id: JobId): Promise<JobRecord | undefined>;
  /** How long ago a job was last claimed, in ms. Absent where the clock of this machine wrote all instants. */
  claimAge?(id: JobId): Promise<number | undefined>;
  /**
   * In pages: by step, in the order in which steps were first recorded, then in the order in which jobs were.
   */
  jobs(filter?: JobFilter): AsyncIterable<readonly JobRecord[]>;
  counts(): Promise<readonly StepCount[]>;
  /** Steps with records, by the names that they had then. */
  steps(): Promise<readonly string[]>;
  /** All jobs in columns. With `states`, perhaps only those that are pending, sending, or dropped after an attempt have more than their state. */
  stepHistories(detail: 'times' | 'states'): Promise<ReadonlyMap<string, StepHistory>>;
  /** Starts of the latest attempts of all runs, oldest first; of one step, where one is named. */
  recentStarts(limit: number, step?: string): Promise<readonly Instant[]>;
  /** The next jobs of a step that were first recorded behind this place, 0 at first, in their order; none, and there are no more for now. */
  startsAfter(step: string, place: number): Promise<readonly StartedJob[]>;
  otherRuns(): Promise<readonly OtherRun[]>;
  /** The processes that carry it out now. Absent where only one process can. */
  processes?(): Promise<RunProcesses>;
  close(): Promise<void>;
}

export interface StartedJob {
  readonly place: number;
  /** Of the latest attempt, where there was any. */
  readonly at: Instant | undefined;
  readonly state: JobState;
}

/** A run that this process carries out. */
export interface RunLease extends RunReader {
  /**
   * The only way to change what is recorded. Resolves when all of these changes are durable. Rejects where one is not allowed, of which
   * nothing is recorded, and always once the lease is lost: then nothing more may be sent.
   */
  apply(changes: readonly Change[]): Promise<void>;
  readonly judgeContacts: JudgeContacts;
  /** Absent where the run is this process's own while it lives. */
  readonly term?: LeaseTerm;
  /** Absent where only one process can send. */
  readonly handOut?: HandOut;
  /** Absent where no limits are shared with other campaigns. */
  readonly account?: AccountShare;
}

/** What people have asked of a run since it began, from other processes. */
export interface Requests {
  readonly control: Control;
  /** Grows whenever a person decides on jobs of the campaign (`StateBackend.decide`), of this run or another. */
  readonly decisions: number;
}

export interface RunStatus {
  /** What was last asked of it. */
  readonly control: Control;
  /** Of the latest process; undefined while one is under way, or when it died. */
  readonly ended: RecordedEnd | undefined;
  readonly begunAt: Instant | undefined;
  /** The latest ones, which may be over. */
  readonly rests: readonly Rest[];
  /** What the files were when the run was last carried out. */
  readonly inputs: string | undefined;
  /** What a person has confirmed of the run, but for the people. */
  readonly confirmed: string | undefined;
  /** The run that a process is carrying out now: this one, or another of the same state. */
  readonly carriedOut: string | undefined;
  /** The latest process was to do a part of the run: nobody continues it without being asked to. */
  readonly wasLimited?: true | undefined;
}

/** As the database knows them, by its clock. */
export interface RunProcesses {
  /** Undefined while nobody leads this run. */
  readonly leader: RunLeader | undefined;
  /** Those that send for the campaign, whichever of its runs is led. */
  readonly workers: readonly RunWorker[];
}

export interface RunProcess {
  readonly pid: number;
  readonly host: string;
  readonly since: Instant;
  /** The latest renewal of its lease; undefined where it is not to be shown. */
  readonly seen: { readonly at: Instant; readonly agoMs: number } | undefined;
}

export interface RunLeader extends RunProcess {
  /** It leaves sending to workers. */
  readonly leavesSending: boolean;
}

export interface RunWorker extends RunProcess {
  /** Requests that it may have in flight now. */
  readonly slots: number;
  /** Requests that it can have in flight. */
  readonly most: number;
}

export interface JobFilter {
  readonly step?: string;
  readonly state?: JobState;
}

export interface StepCount {
  readonly step: string;
  readonly state: JobState;
  readonly jobs: number;
}

export interface OtherRun {
  readonly run: string;
  stepHistories(): Promise<ReadonlyMap<string, StepHistory>>;
}

/** All pages as one list: for states that few jobs are in. */
export async function listJobs(reader: Pick<RunReader, 'jobs'>, filter?: JobFilter): Promise<readonly JobRecord[]> {
  const jobs: JobRecord[] = [];
  for await (const page of reader.jobs(filter)) for (const job of page) jobs.push(job);
  return jobs;
}
