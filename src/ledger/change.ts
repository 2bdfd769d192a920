import type { Purpose } from '../campaign/contact-rules.ts';
import { formatAddress, type JobId } from '../job/address.ts';
import type { JobRecord, JobResult, JobState, Outputs } from '../job/job.ts';
import type { Rest } from '../job/rest.ts';
import type { BegunWave } from '../job/waves.ts';
import type { Instant } from '../platform/ports.ts';
import type { Channel } from '../service/operations/definition/operation.ts';
import type { Approval, DecisionGroup } from './signed.ts';

/** pending → sending, before the first byte leaves. */
export interface Intent extends JobId {
  readonly attempt: number;
  readonly at: Instant;
  readonly naturalKey?: string | undefined;
  readonly requestHash: string;
}

/** Whom an intent is about to contact is the job's recipient: this is how, and by which zone their days are counted. */
export interface IntendedContact {
  readonly channel: Channel;
  readonly purpose: Purpose;
  readonly zone: string;
}

/** sending → accepted | rejected | inDoubt | pending. Only under the attempt that is `sending`. */
export interface Settled extends JobId, JobResult<'accepted' | 'rejected' | 'inDoubt' | 'pending'> {
  readonly attempt: number;
  readonly at: Instant;
  /** When its first byte was written; absent where nothing left, or it is not known. */
  readonly leftAt?: Instant | undefined;
  /** With `pending`: whether the attempt counts, whether it may have reached the service, and when to try again. */
  readonly attempted?: boolean | undefined;
  readonly doubtful?: boolean | undefined;
  readonly notBefore?: Instant | undefined;
  /** Its bytes may have left, and nothing says that its natural key was used by another job before. */
  readonly maybeSent?: boolean | undefined;
  /** With `pending`: the next attempt may carry other bytes than this one. */
  readonly freesBytes?: boolean | undefined;
}

/** pending → skipped | expired | cancelled; a judgement may be made again; inDoubt when a doubtful job can no longer be retried. */
export interface Dropped extends JobId {
  readonly state: 'skipped' | 'expired' | 'cancelled' | 'inDoubt';
  readonly reason: string;
  readonly at: Instant;
}

/** A person's decision: inDoubt → accepted | pending | cancelled; rejected → pending; outputs for a job that is accepted already. */
export interface Decided extends JobId {
  /** What the person saw: it is not meant for a later attempt. */
  readonly attempts: number;
  readonly state: 'accepted' | 'pending' | 'cancelled';
  readonly at: Instant;
  readonly outputs?: Outputs;
  readonly by?: string | undefined;
  readonly comment?: string | undefined;
}

/** One transition of one job. */
export type JobChange =
  | { readonly kind: 'intend'; readonly to: Intent; readonly contact?: IntendedContact | undefined }
  | { readonly kind: 'settle'; readonly to: Settled }
  | { readonly kind: 'drop'; readonly to: Dropped }
  | { readonly kind: 'decide'; readonly to: Decided }
  /** The record is what another ledger says, from which this one is copied. */
  | { readonly kind: 'import'; readonly to: JobRecord };

/** What another terminal has asked of a run. */
export type Control = 'run' | 'pause' | 'cancel';

/** How a process of a run ended by itself. */
export interface RecordedEnd {
  /** Absent where it was asked to leave the run to another process, which may continue it at once. */
  readonly exitCode?: number | undefined;
  /** The same command would send more, whatever the exit code says of this process. */
  readonly workLeft?: true | undefined;
  /** A whole number: both backends keep the same. */
  readonly at: Instant;
  /** Why it stopped, or what keeps the rest from starting: a visible line for people, without their numbers. */
  readonly reason?: string | undefined;
}

/** A change of what is recorded of the run itself. */
export type RunChange =
  /**
   * Gives what is recorded under an earlier name to a renamed step (`was`), waves too, except for recipients for whom that step has a record
   * itself.
   * No job of the earlier name may be `sending` where the step has records itself.
   */
  | { readonly kind: 'renameStep'; readonly was: string; readonly id: string }
  /** What the files are, so that a resumed run need not look for edits where there are none. */
  | { readonly kind: 'inputs'; readonly digest: string }
  /** What a person has confirmed of the run: texts that only the command that writes them reads. */
  | { readonly kind: 'confirmed'; readonly text: string }
  /** Whom they have confirmed, in parts from 0 on: a large audience at once would take much memory on its way. */
  | { readonly kind: 'confirmedPeople'; readonly part: number; readonly text: string }
  /** A further one: those before it stay. */
  | { readonly kind: 'approved'; readonly approval: Approval }
  /** A further group, copied from another ledger; with the decisions themselves it is recorded by itself. */
  | { readonly kind: 'decided'; readonly group: DecisionGroup }
  /** A wave of a step begins. */
  | { readonly kind: 'wave'; readonly begun: BegunWave }
  | { readonly kind: 'control'; readonly control: Control }
  /** A process carries the run out; the first such instant is kept. */
  | { readonly kind: 'begun'; readonly at: Instant }
  /** That process ended by itself. */
  | { readonly kind: 'ended'; readonly end: RecordedEnd }
  /** All rests of the run and its steps, in the place of those that were recorded. */
  | { readonly kind: 'rests'; readonly rests: readonly Rest[] }
  /**
   * Of all runs of the campaign: what is recorded of them here goes, as all of it is copied from another place. Nothing is carried out from
   * here until `received`.
   */
  | { readonly kind: 'receiving'; readonly place: string }
  | { readonly kind: 'received' }
  /** Of all runs, too: they are carried out from another place; empty where that is not so after all. */
  | { readonly kind: 'moved'; readonly place: string };

/** Plain data, which JSON can hold: it may have to reach another thread, or another machine. */
export type Change = JobChange | RunChange;

export function isJobChange(change: Change): change is JobChange {
  return 'to' in change;
}

/** As drawn in `job.ts`. After a judgement a job may be claimed or judged again, and so may a gate that was not met. */
const claimable: readonly JobState[] = ['pending', 'skipped', 'expired', 'rejected'];
const droppable = claimable;

/** The job's record after the change; undefined when its state does not allow that. Every backend uses this. */
export function afterChange(before: JobRecord | undefined, change: JobChange): JobRecord | undefined {
  switch (change.kind) {
    case 'intend':
      return before === undefined || claimable.includes(before.state) ? intended(before, change.to) : undefined;
    case 'settle':
      return before?.state === 'sending' && before.attempts === change.to.attempt
        ? settled(before, change.to)
        : undefined;
    case 'drop':
      return before === undefined || droppable.includes(before.state) ? dropped(before, change.to) : undefined;
    case 'decide':
      return before === undefined ? undefined : decided(before, change.to);
    case 'import':
      return change.to;
    default:
      return change satisfies never;
  }
}

/** A change that the state of its job does not allow. */
export class RefusedChange extends Error {}

/** An intent that the contact rules do not allow now: somebody else has contacted the person, or they must not be contacted. */
export class HeldContact extends Error {}

/** What `apply` rejects with where the contact rules do not allow a change. */
export function heldContact({ to }: JobChange): Error {
  return new HeldContact(`${formatAddress(to)} may not contact its recipient now`);
}

/** Of a person's decision, that the job has changed meanwhile. Else it is a bug of ours, or there are two runners: nothing may go on. */
export function refusedChange({ kind, to }: JobChange): Error {
  const what = { intend: 'claimed', settle: 'settled', drop: '', decide: 'decided as ', import: 'copied' }[kind];
  const state = kind === 'drop' || kind === 'decide' ? to.state : '';
  return new RefusedChange(`${formatAddress(to)} could not be ${what}${state}: its state has changed`);
}

// All fields at once: an object that gets them one after another takes several times as long.
function intended(before: JobRecord | undefined, to: Intent): JobRecord {
  const { step, key, attempt, at, naturalKey, requestHash } = to;
  return {
    step,
    key,
    state: 'sending',
    attempts: attempt,
    firstAt: before?.firstAt ?? at,
    at,
    requestHash,
    naturalKey,
    code: before?.code,
    reason: before?.reason,
    doubtful: before?.doubtful,
    maybeSent: before?.naturalKey === naturalKey ? before?.maybeSent : undefined,
    outputs: before?.outputs,
    resentInDoubt: before?.resentInDoubt,
    decisions: before?.decisions,
  };
}

function settled(before: JobRecord, to: Settled): JobRecord {
  const { step, key, firstAt, at, naturalKey, requestHash } = before;
  const { state, code, reason, outputs, notBefore, leftAt } = to;
  const attempts = to.attempted === false ? to.attempt - 1 : to.attempt;
  const isDoubtful = to.doubtful === true;
  const maybeSent = before.maybeSent === true || to.maybeSent === true;
  const freesBytes = to.freesBytes === true;
  /** A retry carries the same bytes, made with the same instant. */
  const isBound = maybeSent && !freesBytes;
  // For a doubtful job this is implied.
  const saysMaybeSent = maybeSent && !isDoubtful && (state === 'pending' || state === 'rejected');
  return {
    step,
    key,
    state,
    attempts,
    // If nothing has left yet, the next attempt is the first, with a start of its own. So it is where "not now" was all that
    // was said of a name: a code is valid from the first attempt that counts, and only bytes without a name have an instant.
    firstAt: attempts > 0 || isDoubtful || (isBound && naturalKey === undefined) ? firstAt : undefined,
    at,
    settledAt: to.at,
    leftAt,
    naturalKey,
    requestHash: freesBytes ? undefined : requestHash,
    code,
    reason,
    outputs,
    doubtful: isDoubtful ? true : undefined,
    maybeSent: saysMaybeSent ? true : undefined,
    notBefore,
    resentInDoubt: before.resentInDoubt,
    decisions: before.decisions,
  };
}

function dropped(before: JobRecord | undefined, { step, key, state, reason, at }: Dropped): JobRecord {
  const known = before ?? { step, key, attempts: 0 };
  // The answer to an attempt before is not why it is left out now.
  const code = state === 'inDoubt' ? before?.code : undefined;
  return { ...known, state, code, reason, settledAt: at };
}

function decided(before: JobRecord, { state, attempts, at, outputs, by, comment }: Decided): JobRecord | undefined {
  if (before.attempts !== attempts) return undefined;
  const isAllowed =
    before.state === 'inDoubt' ||
    (before.state === 'rejected' && state === 'pending') ||
    // A receipt has no outputs, so a person may add them to a job that is already accepted.
    (before.state === 'accepted' && state === 'accepted' && outputs !== undefined);
  // A process may be about to send a pending job.
  if (!isAllowed) return undefined;
  const isResent = state === 'pending';
  // What waits for the end of the step has waited since the answer was lost, not since somebody looked into it.
  const endedAt = before.state === 'inDoubt' && !isResent ? before.settledAt : undefined;
  const mayHaveLeft = before.doubtful === true || before.state === 'inDoubt';
  return {
    ...before,
    state,
    settledAt: endedAt ?? at,
    outputs: outputs ?? before.outputs,
    doubtful: undefined,
    resentInDoubt: isResent && before.state === 'inDoubt' ? (before.resentInDoubt ?? 0) + 1 : before.resentInDoubt,
    maybeSent: isResent && mayHaveLeft ? true : before.maybeSent,
    // The person has decided to send what the files say now.
    requestHash: isResent ? undefined : before.requestHash,
    decisions: by === undefined ? before.decisions : [...(before.decisions ?? []), { state, at, by, comment }],
  };
}
