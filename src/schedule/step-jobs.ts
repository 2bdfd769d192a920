import type { Roster } from '../audience/roster.ts';
import { isSelectedBy, jobIndex } from '../campaign/audiences/selection.ts';
import type { Campaign, Step } from '../campaign/campaign.ts';
import { forEachJob, type History } from '../job/history.ts';
import { type JobRecord, type JobState, jobStates } from '../job/job.ts';
import type { Instant } from '../platform/ports.ts';
import { operations } from '../service/contract/operations.ts';

/**
 * The state of every job of one step: one byte each, and an object only for those that were tried and are
 * pending again. A step that runs once has one job, with index 0 and no key.
 */
export interface StepJobs {
  readonly size: number;
  /** Undefined where `where` does not select the recipient: there is no such job. */
  state(index: number): JobState | undefined;
  setState(index: number, state: JobState): void;
  /** Jobs in this state, those of people who have left the audience since included. */
  count(state: JobState): number;
  /** Of jobs that were tried before. */
  retry(index: number): Retry | undefined;
  setRetry(index: number, retry: Retry): void;
  /** Pending jobs that were tried before, by index. */
  retries(): Iterable<number>;
  /** When the job was skipped, or expired, before this run: the same decision again is not a new one. */
  droppedAt(index: number): Instant | undefined;
  /** Latest settlement that history knows. */
  readonly lastSettled: Instant | undefined;
  readonly firstStart: Instant | undefined;
  /** When each one was contacted last, for `perRecipient`. */
  forEachContact(visit: (index: number, at: Instant) => void): void;
}

export interface Retry {
  readonly attempts: number;
  readonly notBefore: Instant;
  /** Of an attempt that counts: its code expires so long after this. */
  readonly firstAt: Instant | undefined;
  /** An earlier attempt may have counted. */
  readonly doubtful: boolean;
  readonly heldBy: 'retry' | 'every';
}

/** 0 stands for "no job". */
const codeOf = Object.fromEntries(jobStates.map((state, index) => [state, index + 1])) as Record<JobState, number>;

export function createStepJobs(input: {
  readonly campaign: Campaign;
  readonly step: Step;
  readonly roster: Roster | undefined;
  readonly history: History;
}): StepJobs {
  const { step, roster, history } = input;
  const size = roster === undefined ? 1 : roster.size;
  const codes = new Uint8Array(size);
  const counts = new Float64Array(jobStates.length + 1);
  const retries = new Map<number, Retry>();
  let lastSettled: Instant | undefined;
  let firstStart: Instant | undefined;
  let contacts: Float64Array | undefined;
  let dropped: Float64Array | undefined;

  const put = (index: number, state: JobState): void => {
    const code = codeOf[state];
    counts[codes[index]!]!--;
    counts[code]!++;
    codes[index] = code;
  };
  const isSelected = isSelectedBy(step, roster);
  for (let index = 0; index < size; index++) if (isSelected(index)) put(index, 'pending');

  const visit = (job: JobRecord): void => {
    const index = jobIndex(roster, job.key);
    if (job.at !== undefined) {
      firstStart = Math.min(firstStart ?? job.at, job.firstAt ?? job.at);
      if (index !== undefined) {
        contacts ??= new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
        contacts[index] = Math.max(contacts[index]!, job.at);
      }
    }
    const state = stateFrom(step, job);
    if (state === 'pending') {
      if (index === undefined || codes[index] === 0) return;
      if (job.attempts > 0 || job.maybeSent === true || job.doubtful === true) retries.set(index, retryFrom(step, job));
      if (isDropped(job) && job.settledAt !== undefined) {
        dropped ??= new Float64Array(size).fill(Number.NaN);
        dropped[index] = job.settledAt;
      }
      return;
    }
    lastSettled = Math.max(
      lastSettled ?? Number.NEGATIVE_INFINITY,
      job.settledAt ?? job.at ?? Number.NEGATIVE_INFINITY,
    );
    if (index === undefined) counts[codeOf[state]]!++;
    else put(index, state);
  };
  if (step.was !== undefined) forEachJob(history, step.was, visit);
  forEachJob(history, step.id, visit);

  return {
    size,
    state: (index) => jobStates[codes[index]! - 1],
    setState: put,
    count: (state) => counts[codeOf[state]]!,
    retry: (index) => retries.get(index),
    setRetry(index, retry) {
      retries.set(index, retry);
      if (dropped !== undefined) dropped[index] = Number.NaN;
    },
    droppedAt(index) {
      const at = dropped?.[index];
      return at === undefined || Number.isNaN(at) ? undefined : at;
    },
    retries: () => [...retries.keys()].filter((index) => codes[index] === codeOf.pending),
    lastSettled,
    firstStart,
    forEachContact(visitContact) {
      contacts?.forEach((at, index) => {
        if (at > Number.NEGATIVE_INFINITY) visitContact(index, at);
      });
    },
  };
}

/** What was dropped is decided again; a query that was rejected is sent again; `sending` without a settlement is in doubt. */
function stateFrom(step: Step, job: JobRecord): JobState {
  switch (job.state) {
    case 'skipped':
    case 'expired':
    case 'pending':
      return 'pending';
    case 'sending':
      return 'inDoubt';
    case 'rejected':
      return operations[step.uses].effect === 'query' ? 'pending' : 'rejected';
    case 'accepted':
    case 'inDoubt':
    case 'cancelled':
      return job.state;
    default:
      return job.state satisfies never;
  }
}

function isDropped({ state }: JobRecord): boolean {
  return state === 'skipped' || state === 'expired';
}

/** Whether a lost answer leaves a doubt: a query changes nothing, and an unused upload does no harm. */
export function leavesDoubt({ uses }: Step): boolean {
  return operations[uses].effect === 'effect' && operations[uses].recovery !== 'rename';
}

function retryFrom(step: Step, job: JobRecord): Retry {
  const counts = job.attempts > 0 || job.doubtful === true;
  return {
    attempts: job.state === 'rejected' ? 0 : job.attempts,
    notBefore: job.notBefore ?? Number.NEGATIVE_INFINITY,
    firstAt: counts ? job.firstAt : undefined,
    doubtful: job.doubtful === true && leavesDoubt(step),
    heldBy: 'retry',
  };
}
