import type { JobId } from '../job/address.ts';
import type { History } from '../job/history.ts';
import type { JobRecord, JobState, Outputs } from '../job/job.ts';
import type { Instant } from '../platform/ports.ts';
import type { Decided, Dropped, Intent, Settled } from './change.ts';

export type { Intent, Settled } from './change.ts';

/** One run's durable memory. Every promise resolves only when what it says is on disk. */
export interface Store extends History {
  readonly about: StoreAbout;
  job(id: JobId): JobRecord | undefined;
  /** These four reject where the job's state does not allow the change; see `change.ts`. */
  intend(intent: Intent): Promise<void>;
  settle(settled: Settled): Promise<void>;
  drop(id: JobId, state: Dropped['state'], reason: string, at: Instant): Promise<void>;
  decide(id: JobId, to: Decided['state'], at: Instant, outputs?: Outputs): Promise<void>;
  jobs(filter?: { readonly step?: string; readonly state?: JobState }): Iterable<JobRecord>;
  /** What `forEachJob` of a million takes seconds for; the empty key for a step that runs once. */
  forEachState(step: string, visit: (key: string, state: JobState) => void): void;
  counts(): readonly { readonly step: string; readonly state: JobState; readonly jobs: number }[];
  /** Steps with records, by the ids that they had then. */
  steps(): readonly string[];
  /** The other runs of the same file, with their records. */
  otherRuns(): readonly { readonly run: string; readonly jobs: Store['jobs'] }[];
  /** Gives what is recorded under an earlier id to a renamed step (`was`), but for recipients of whom that step has a record itself. */
  renameStep(was: string, id: string): void;
  /** What the files were when this run was last carried out, so that a resume need not look for edits where there are none. */
  lastInputs(): string | undefined;
  setLastInputs(inputs: string): void;
  /** What a person has confirmed of this run, as the command line writes it. */
  confirmed(): string | undefined;
  setConfirmed(confirmed: string): void;
  control(): Control;
  setControl(control: Control): void;
  /** Exit code of the latest process that ended by itself; undefined while one is under way, or when it died. */
  ended(): number | undefined;
  /** The run of this file, be it this one or another, that a process is carrying out now. */
  carriedOut(): string | undefined;
  /** A process carries the run out; the first such instant stays. */
  setBegun(at: Instant): void;
  begunAt(): Instant | undefined;
  setEnded(exitCode: number, at: Instant): void;
  close(): Promise<void>;
}

export interface StoreAbout {
  readonly campaign: string;
  readonly run: string;
  /** Base URL of the service whose jobs these are; `sandbox` for the embedded one. */
  readonly service: string;
}

/** What another terminal has asked of this run. */
export type Control = 'run' | 'pause' | 'cancel';
