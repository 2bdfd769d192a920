import type { Instant } from '../platform/ports.ts';
import type { JobId } from './address.ts';

/**
 * What can have become of a job. A job with no record is `pending`.
 *
 *              claim                 answer 0, or a receipt
 *   pending ----------> sending ------------------------------> accepted
 *    ^  ^  |              |  |
 *    |  |  |              |  +--- final refusal ---------------> rejected
 *    |  |  |              +------ no valid answer, no key -----> inDoubt
 *    |  |  |              |                                       |  |  |
 *    |  |  |              |                accept (a person) <----+  |  |
 *    |  |  +--- skip, expire, cancel --> skipped | expired | cancelled <-+ drop (a person)
 *    |  +------ unsent, retry, wait, keyed recovery --------------+  |
 *    +--------- resend (a person) -----------------------------------+
 *
 * A `pending` job whose attempt is doubtful waits to be retried under its key; when it can no longer be retried (the code would
 * have expired, the request was edited) it becomes `inDoubt`.
 *
 * `skipped` and `expired` are judgements, not deeds: a further run judges them again, so that a mended file reaches
 * the person it left out. A query's `rejected` (a gate that was not met) is asked again by a further run.
 */
export type JobState =
  | 'pending'
  | 'sending'
  | 'accepted'
  | 'rejected'
  | 'inDoubt'
  | 'skipped'
  | 'expired'
  | 'cancelled';

export const jobStates: readonly JobState[] = [
  'pending',
  'sending',
  'accepted',
  'rejected',
  'inDoubt',
  'skipped',
  'expired',
  'cancelled',
];

/** What one accepted job gave to later steps, by output name. */
export type Outputs = Readonly<Record<string, unknown>>;

/** What a job's record says of its course: of a million jobs this is read at once. */
export interface JobTimes extends JobId {
  readonly state: JobState;
  /** Attempts made, the present one included. */
  readonly attempts: number;
  /** Start of the first and of the latest attempt. */
  readonly firstAt?: Instant;
  readonly at?: Instant;
  readonly settledAt?: Instant;
  /** The latest attempt may have reached the service: a repeat's refusal as a duplicate is a receipt. */
  readonly doubtful?: boolean;
  /**
   * Bytes of an earlier attempt under this natural key may have left, whatever was answered. That alone is not a doubt: it
   * says that a repeat's refusal as a duplicate is a receipt, and that a repeat carries the same bytes.
   */
  readonly maybeSent?: boolean;
  /** Not to be tried again before this instant. */
  readonly notBefore?: Instant;
}

/** A job's record in the state file. */
export interface JobRecord extends JobTimes {
  /** When the first byte of the latest attempt was written; absent where nothing left, or it is not known. */
  readonly leftAt?: Instant;
  /** The service's code, verbatim. */
  readonly code?: string;
  /** Why it is skipped, expired, rejected or in doubt: words for people. */
  readonly reason?: string;
  readonly naturalKey?: string;
  /**
   * SHA-256 (hex, first 16 characters) of the request body of the latest attempt; after `askedMark` where that was a query.
   * Absent where a pending job may be sent with other bytes than before.
   */
  readonly requestHash?: string;
  readonly outputs?: Outputs;
}

/** Whether an earlier attempt may have brought this name to the service: the refusal of a duplicate is then a receipt. */
export function maybeSentAs(job: JobRecord | undefined, naturalKey: string | undefined): boolean {
  return (job?.doubtful === true || job?.maybeSent === true) && job.naturalKey === naturalKey;
}

/**
 * Whether its next attempt is to repeat what may have been carried out, byte for byte. Where there is no name, only a doubt is
 * repeated.
 */
export function mustStaySame({ requestHash, doubtful, maybeSent, naturalKey }: JobRecord): boolean {
  return requestHash !== undefined && (doubtful === true || (maybeSent === true && naturalKey !== undefined));
}
