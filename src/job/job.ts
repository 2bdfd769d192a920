import type { Instant } from '../platform/ports.ts';
import type { JobId } from './address.ts';

/**
 * The states of a job. A job without a record is `pending`.
 *
 *              claim                 answer 0, or a receipt
 *   pending ----------> sending ------------------------------> accepted
 *    ^  ^  |              |  |
 *    |  |  |              |  +--- final refusal ---------------> rejected
 *    |  |  |              +------ no valid answer, no key -----> inDoubt
 *    |  |  |              |                                       |  |  |
 *    |  |  |              |                accept (a person) <----+  |  |
 *    |  |  +--- skip, expire --------> skipped | expired   cancelled <---+ drop (a person)
 *    |  +------ unsent, retry, wait, keyed recovery --------------+  |
 *    +--------- resend (a person) -----------------------------------+
 *
 * A `pending` job whose attempt is doubtful waits to be retried under its key; when it can no longer be retried (the code would
 * have expired, the request was edited) it becomes `inDoubt`.
 *
 * `skipped` and `expired` are decided again by every run, so that a corrected file reaches the people it left out. A query that was
 * `rejected` (its gate did not hold) is asked again by the next run.
 */
export type JobState = (typeof jobStates)[number];

export const jobStates = [
  'pending',
  'sending',
  'accepted',
  'rejected',
  'inDoubt',
  'skipped',
  'expired',
  'cancelled',
] as const;

/** The outputs of one accepted job for later steps, by name. */
export type Outputs = Readonly<Record<string, unknown>>;

/** What has become of an attempt, or of a job that was not sent: from the verdict to the report. */
export interface JobResult<S extends string = JobState> {
  readonly state: S;
  /** The service's code, verbatim. */
  readonly code?: string | undefined;
  /** Why it is skipped, expired, rejected, in doubt or sent again, as a text for people. */
  readonly reason?: string | undefined;
  readonly outputs?: Outputs | undefined;
}

/** The states and times of a job, without its texts: those of a million jobs are read at once. */
export interface JobTimes extends JobId {
  readonly state: JobState;
  /** Attempts made, including the current one. */
  readonly attempts: number;
  /** Start of the first and of the latest attempt. */
  readonly firstAt?: Instant | undefined;
  readonly at?: Instant | undefined;
  readonly settledAt?: Instant | undefined;
  /** The latest attempt may have reached the service: if a retry is refused as a duplicate, that is a receipt. */
  readonly doubtful?: boolean | undefined;
  /**
   * Bytes of an earlier attempt under this natural key may have left, whatever the answer was. This alone is not a doubt: it means
   * that a retry carries the same bytes, and that its refusal as a duplicate is a receipt.
   */
  readonly maybeSent?: boolean | undefined;
  /** Not to be tried again before this instant. */
  readonly notBefore?: Instant | undefined;
}

/** What a person has decided about a job, and who they were. */
export interface Decision {
  readonly state: 'accepted' | 'pending' | 'cancelled';
  readonly at: Instant;
  readonly by: string;
  readonly comment?: string | undefined;
}

/** A job's record in the state file. */
export interface JobRecord extends JobTimes, JobResult {
  /** When the first byte of the latest attempt was written; absent if nothing left, or if that is not known. */
  readonly leftAt?: Instant | undefined;
  readonly naturalKey?: string | undefined;
  /**
   * SHA-256 (hex, first 16 characters) of the request body of the latest attempt, after `askedMark` for a query.
   * Absent if a pending job may be sent with other bytes than before.
   */
  readonly requestHash?: string | undefined;
  /** So many earlier attempts were in doubt when a person had the job sent again: they may have counted. Absent for none. */
  readonly resentInDoubt?: number | undefined;
  /** Oldest first; absent where nobody has decided, or nobody gave a name. */
  readonly decisions?: readonly Decision[] | undefined;
}

/** From when on the code of a job counts, which expires: since a person has decided that it is sent again, its latest attempt. */
export function codeSince({ decisions, requestHash, at, firstAt }: JobRecord): Instant | undefined {
  if (decisions?.at(-1)?.state !== 'pending') return firstAt;
  // No times are compared: the clock may have been set in between.
  return requestHash === undefined ? undefined : at;
}

/** Whether an earlier attempt may have reached the service under this name: a refusal as a duplicate is then a receipt. */
export function maybeSentAs(job: JobRecord | undefined, naturalKey: string | undefined): boolean {
  return (job?.doubtful === true || job?.maybeSent === true) && job.naturalKey === naturalKey;
}

/**
 * Whether the next attempt must carry the same bytes as the last, because the service may have processed it. A job without a natural
 * key is retried like this only if it is doubtful.
 */
export function mustStaySame({ requestHash, doubtful, maybeSent, naturalKey }: JobRecord): boolean {
  return requestHash !== undefined && (doubtful === true || (maybeSent === true && naturalKey !== undefined));
}

/** Whether a job has reached its recipient, or may have. */
export function mayHaveContacted({
  state,
  doubtful,
  attempts,
}: Pick<JobTimes, 'state' | 'doubtful' | 'attempts'>): boolean {
  switch (state) {
    case 'accepted':
    case 'inDoubt':
    case 'sending':
      return true;
    case 'pending':
      return doubtful === true;
    case 'cancelled':
      // A person dropped a job in doubt.
      return attempts > 0;
    case 'rejected':
    case 'skipped':
    case 'expired':
      return false;
    default:
      return state satisfies never;
  }
}

/** Begins the `requestHash` of a query, because the step may be missing from the file when it matters that it only asked. */
export const askedMark = '?';

/** Whether a job's latest attempt was a query, by its record alone: a query without an answer is not in doubt. */
export function onlyAsked({ requestHash }: Pick<JobRecord, 'requestHash'>): boolean {
  return requestHash?.startsWith(askedMark) === true;
}
