import type { JobId } from '../job/address.ts';
import type { JobRecord } from '../job/job.ts';
import type { Control, JobChange } from './change.ts';
import type { JudgeContacts } from './contact-writer.ts';

/*
 * One run, sent by several processes. The leader hands out jobs in chunks, workers claim and send them, and the ledger decides what
 * counts. What a chunk and a report hold is for those who send: here it is JSON.
 */

/** For so long after a report a leader looks for more by itself. */
export const looksOnMs = 200;

/** What every worker of a run must have in common with its leader. */
export interface SentWith {
  /** Of callsheet, and what else changes how files are read. */
  readonly version: string;
  /** Of the files, inputs and variables. */
  readonly digest: string;
  /** Base URL. */
  readonly service: string;
  /** A short checksum of the credentials, from which nobody can find them out. */
  readonly credentials: string;
}

/** A worker, as its leader sees it. */
export interface Seat {
  readonly id: number;
  readonly pid: number;
  readonly host: string;
  /** Requests that it can have in flight. */
  readonly most: number;
  /** How many of the run's slots it may use from now on. */
  readonly share: number;
  /** How many it may still be using: at least its share, which it may have read just now. */
  readonly held: number;
}

export interface Chunk {
  readonly id: string;
  readonly body: unknown;
}

/** A chunk as a worker has fetched it. */
export interface FetchedChunk extends Chunk {
  /** Of its leader. */
  readonly epoch: number;
  /** How long ago its body was made, at most, when `fetch` resolves: it may have been on its way to the database for long. */
  readonly ageMs: number;
}

/** What the leader of a run needs to have other processes send. */
export interface HandOut {
  /** Says what workers must have in common with this leader, and drops what an earlier leader had handed out. */
  open(sentWith: SentWith, leaderSends: boolean): Promise<void>;
  /** The living workers of the campaign. Those whose leases have ended can record nothing any more. */
  seats(): Promise<readonly Seat[]>;
  setShares(shares: ReadonlyMap<number, number>): Promise<void>;
  /** Their bodies were made just now. */
  give(chunks: readonly Chunk[]): Promise<void>;
  /** Nothing more is to leave under this leader, not even what is claimed already. */
  halt(): Promise<void>;
  /** Of chunks that were given: after this none of their jobs can be claimed. Of those that were claimed, the outcomes still come. */
  takeBack(chunks: readonly string[]): Promise<void>;
  /**
   * What workers have reported and this has not returned yet. `judged`: reports with an alarm whose meaning the leader has decided since
   * the last call; while one is not, nothing can be claimed.
   */
  reports(judged: number): Promise<readonly unknown[]>;
  /** What is recorded of these jobs. */
  records(jobs: readonly JobId[]): Promise<readonly HandedRecord[]>;
  /** What workers reported to leaders before this one, who may have died before they judged it. */
  reportsBefore(): Promise<readonly unknown[]>;
  /** Jobs of all runs that living workers are sending. */
  sendingElsewhere(): Promise<number>;
  /**
   * Called when there may be a report, unless one was returned less than `looksOnMs` ago. It may come late, or not at all. Returns how to
   * stop it.
   */
  onNews(listener: () => void): () => void;
}

export interface HandedRecord {
  readonly job: JobRecord;
  /** Where it is being sent: whether its worker has a lease. */
  readonly sender: 'living' | 'lost' | undefined;
}

export interface WorkerRequest {
  readonly campaign: string;
  readonly pid: number;
  readonly host: string;
  /** Requests that it can have in flight. */
  readonly most: number;
}

/** A process that sends for the leaders of one campaign, one after another. */
export interface WorkerLease {
  readonly term: LeaseTerm;
  /** What is asked of it. `held`: slots that it uses, or may still use. */
  look(held: number): Promise<Look>;
  /** Takes one chunk, if there is one; it may be of an earlier leader. */
  fetch(): Promise<FetchedChunk | undefined>;
  /** To work for this leader. */
  claims(lead: Pick<Lead, 'epoch' | 'runId' | 'run'>): Claims;
  onNews(listener: () => void): () => void;
  /** As that of a lease of a run. A claim that contacts somebody then rejects with `HeldContact`. */
  readonly judgeContacts: JudgeContacts;
  /** Resolves when the database has answered something small. */
  ask(): Promise<void>;
  /** Gives up its place. What it has claimed and not recorded is treated as after a crash. */
  close(): Promise<void>;
}

export interface Look {
  readonly share: number;
  /** Undefined while nobody leads. */
  readonly lead: Lead | undefined;
}

export interface Lead {
  readonly epoch: number;
  readonly runId: number;
  readonly run: string;
  readonly control: Control;
  /** The leader has said so (`HandOut.halt`). */
  readonly isHalted: boolean;
  /** Undefined until the leader hands out. */
  readonly sentWith: SentWith | undefined;
}

/** A report on a job: what the leader decides with. It is recorded together with the job. */
export interface Report {
  readonly body: unknown;
  /** Nothing more is claimed, by any worker, until the leader has decided what it means. */
  readonly isAlarm: boolean;
}

/** How a worker records jobs that were handed out by one leader. */
export interface Claims {
  job(id: JobId): Promise<JobRecord | undefined>;
  /** Records an intent, or that a job is not sent. Rejects with `notClaimed`. */
  claim(claim: Claim): Promise<void>;
  /** Records an outcome. After the worker's lease has ended it can only end a doubt. */
  settle(change: JobChange & { readonly kind: 'settle' }, report: Report): Promise<void>;
  /** A report on a job that was not claimed. */
  report(report: Report): Promise<void>;
}

export interface Claim {
  readonly chunk: string;
  readonly change: JobChange & { readonly kind: 'intend' | 'drop' };
  /** Nothing is recorded of it yet. */
  readonly isNew: boolean;
  /** With a `drop`. */
  readonly report?: Report;
}

/** Why a job was not claimed. Nothing is recorded then, and nothing may be sent. */
export type NotClaimed =
  /** Another process leads. */
  | 'otherLeader'
  /** The run is paused or cancelled, or its leader has to decide something first. */
  | 'closed'
  /** The worker's lease has ended. */
  | 'noLease'
  /** The leader has taken the chunk back. */
  | 'takenBack'
  /** Its record does not allow it: somebody has sent it. */
  | 'otherState';

class NotClaimedError extends Error {
  readonly why: NotClaimed;

  constructor(why: NotClaimed) {
    super(`not claimed: ${why}`);
    this.why = why;
  }
}

export function notClaimed(why: NotClaimed): Error {
  return new NotClaimedError(why);
}

/** Undefined for any other error. */
export function whyNotClaimed(error: unknown): NotClaimed | undefined {
  return error instanceof NotClaimedError ? error.why : undefined;
}

/** A lease that ends by itself unless it is extended: then another process may carry out the run. */
export interface LeaseTerm {
  /** Whether a request may start now: the answer will most likely come within the lease. */
  mayStart(): boolean;
  /** For the requests that start now: aborted before another process may carry out the run. */
  signal(): AbortSignal;
  /** How long the lease lasts from a renewal on. */
  readonly leaseMs: number;
  /** How long ago the latest renewal was requested that succeeded. */
  ageMs(): number;
}
