import type { Roster } from '../audience/roster.ts';
import type { Part } from '../campaign/audiences/part.ts';
import { isSelectedBy, jobIndex } from '../campaign/audiences/selection.ts';
import type { Campaign, Step } from '../campaign/campaign.ts';
import { forEachRow, type History, type HistoryRow } from '../job/history.ts';
import { type JobState, jobStates } from '../job/job.ts';
import { isTooLong } from '../job/rest.ts';
import { latestWave } from '../job/waves.ts';
import type { Instant } from '../platform/ports.ts';
import { operations } from '../service/operations/operations.ts';
import type { DropReason } from './reasons.ts';

/** 0 stands for "no job". */
const codeOf = Object.fromEntries(jobStates.map((state, index) => [state, index + 1])) as Record<JobState, number>;

/**
 * The state of every job of one step: one byte each, and an object for those that were tried and are pending again. A step that runs
 * once has one job, with index 0 and no key.
 */
export function createStepJobs(input: {
  readonly campaign: Campaign;
  readonly step: Step;
  readonly roster: Roster | undefined;
  readonly history: History;
  readonly part?: Part | undefined;
  readonly now: Instant;
}) {
  const { campaign, step, roster, history, part, now } = input;
  const waveAt = latestWave(history.waves, step)?.at ?? Number.NEGATIVE_INFINITY;
  const size = roster === undefined ? 1 : roster.size;
  const codes = new Uint8Array(size);
  const counts = new Float64Array(jobStates.length + 1);
  const retries = new Map<number, Retry>();
  let lastSettled: Instant | undefined;
  let firstStart: Instant | undefined;
  let triedLater = 0;
  let triedGone = 0;
  const contacts =
    campaign.limits.perRecipient === undefined ? undefined : new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
  /** When each was; infinite where a history without times does not say it. */
  let dropped: Float64Array | undefined;
  let withoutOutputs: Uint8Array | undefined;
  let undecided: Set<number> | undefined;
  let held: Map<number, DropReason> | undefined;
  const earlier = step.forEach?.waves === undefined ? undefined : new Uint8Array(size);
  const earlierCounts = new Float64Array(jobStates.length + 1);

  const put = (index: number, state: JobState): void => {
    const code = codeOf[state];
    counts[codes[index]!]!--;
    counts[code]!++;
    if (earlier?.[index] === 1) {
      earlierCounts[codes[index]!]!--;
      earlierCounts[code]!++;
    }
    codes[index] = code;
  };
  /** Once it has the state that is recorded. */
  const noteEarlier = (index: number, { at, firstAt = at }: HistoryRow): void => {
    if (earlier === undefined || earlier[index] === 1 || (firstAt ?? Number.NEGATIVE_INFINITY) >= waveAt) return;
    earlier[index] = 1;
    earlierCounts[codes[index]!]!++;
  };
  const isSelected = isSelectedBy(step, roster);
  const isInPart = (index: number): boolean =>
    part === undefined || roster === undefined || part.includes(roster, index);
  for (let index = 0; index < size; index++) if (isSelected(index) && isInPart(index)) put(index, 'pending');

  const visit = (job: HistoryRow): void => {
    const index = jobIndex(roster, job.key);
    if (job.at !== undefined) {
      firstStart = Math.min(firstStart ?? job.at, job.firstAt ?? job.at);
      // A job that was held back, or found no connection, has contacted nobody.
      if (contacts !== undefined && index !== undefined && wasTried(job))
        contacts[index] = Math.max(contacts[index]!, job.at);
    }
    const state = stateFrom(step, job);
    if (state === 'pending') {
      if (index === undefined || (codes[index] === 0 && !isSelected(index))) {
        if (wasTried(job)) triedGone++;
        // Nobody judges it again.
        if (isDropped(job)) counts[codeOf[job.state]]!++;
        return;
      }
      if (codes[index] === 0) {
        if (wasTried(job)) triedLater++;
        return;
      }
      if (wasTried(job)) {
        retries.set(index, retryFrom(step, job, now));
        noteEarlier(index, job);
      }
      if (isDropped(job)) {
        dropped ??= new Float64Array(size).fill(Number.NaN);
        dropped[index] = job.settledAt ?? Number.POSITIVE_INFINITY;
        if (job.undecided) (undecided ??= new Set()).add(index);
      }
      return;
    }
    lastSettled = Math.max(
      lastSettled ?? Number.NEGATIVE_INFINITY,
      job.settledAt ?? job.at ?? Number.NEGATIVE_INFINITY,
    );
    if (job.lacksOutputs && roster !== undefined && index !== undefined) {
      withoutOutputs ??= new Uint8Array(size);
      withoutOutputs[index] = 1;
    }
    if (index === undefined) {
      counts[codeOf[state]]!++;
      if ((job.firstAt ?? job.at ?? Number.NEGATIVE_INFINITY) < waveAt) earlierCounts[codeOf[state]]!++;
    } else {
      put(index, state);
      noteEarlier(index, job);
    }
  };
  if (step.was !== undefined) forEachRow(history.steps.get(step.was), visit);
  forEachRow(history.steps.get(step.id), visit);

  let later = 0;
  if (part !== undefined)
    for (let index = 0; index < size; index++) if (codes[index] === 0 && isSelected(index)) later++;

  return {
    size,
    /** Jobs that are left, of recipients outside the part. */
    later,
    /** Those of them that were tried before. */
    triedLater,
    /** Jobs that were tried and are not over, of people whom the step has no more. */
    triedGone,
    /** Undefined where `where` does not select the recipient, or they are outside the part: there is no such job. */
    state: (index: number): JobState | undefined => jobStates[codes[index]! - 1],
    setState: put,
    /** Why the job has no outcome, though this run does not start it: what asks for its outcome is kept back as well. */
    held: (index: number): DropReason | undefined => held?.get(index),
    hold(index: number, reason: DropReason): void {
      held ??= new Map();
      held.set(index, reason);
    },
    /** It is accepted, and what it gave is not known. */
    lacksOutputs: (index: number): boolean => withoutOutputs?.[index] === 1,
    /** Jobs in this state, those of people who have left the audience since included. */
    count: (state: JobState): number => counts[codeOf[state]]!,
    /** Those of them that were tried before the step's wave began. */
    countEarlier: (state: JobState): number => earlierCounts[codeOf[state]]!,
    /** A wave begins now. */
    beginWave(): void {
      if (earlier === undefined) return;
      for (let index = 0; index < size; index++)
        if (codes[index] !== codeOf.pending || retries.has(index)) earlier[index] = 1;
      earlierCounts.set(counts);
    },
    /** Of jobs that were tried before, by index. */
    retries,
    setRetry(index: number, retry: Retry): void {
      retries.set(index, retry);
      if (dropped !== undefined) dropped[index] = Number.NaN;
    },
    /** Whether the job was skipped, or expired, before this run. */
    wasDropped: (index: number): boolean => dropped !== undefined && !Number.isNaN(dropped[index]),
    /** When that was: the same decision again is not a new one. */
    droppedAt(index: number): Instant | undefined {
      const at = dropped?.[index] ?? Number.NaN;
      return Number.isFinite(at) ? at : undefined;
    },
    /** Whether it was skipped then because it waited for a decision about another job. */
    wasUndecided: (index: number): boolean => undecided?.has(index) === true,
    /** Latest settlement that history knows. */
    lastSettled,
    firstStart,
    /** When each one was contacted last, for `perRecipient`. */
    forEachContact(visitContact: (index: number, at: Instant) => void): void {
      contacts?.forEach((at, index) => {
        if (at > Number.NEGATIVE_INFINITY) visitContact(index, at);
      });
    },
  };
}

export type StepJobs = ReturnType<typeof createStepJobs>;

/** `sending` without a settlement is in doubt. */
function stateFrom(step: Step, { state }: HistoryRow): JobState {
  if (isLeft(step, state)) return 'pending';
  return state === 'sending' ? 'inDoubt' : state;
}

/** Whether a later process judges a job in this state again: what was dropped is decided again; a query that was rejected is sent again. */
export function isLeft({ uses }: Pick<Step, 'uses'>, state: JobState): boolean {
  if (state === 'rejected') return operations[uses].effect === 'query';
  return state === 'pending' || state === 'skipped' || state === 'expired';
}

/** Something of it may have left. */
export function wasTried({ attempts, maybeSent, doubtful }: HistoryRow): boolean {
  return attempts > 0 || maybeSent || doubtful;
}

function isDropped({ state }: HistoryRow): boolean {
  return state === 'skipped' || state === 'expired';
}

/** Whether a lost answer leaves a doubt: a query changes nothing, and an unused upload does no harm. */
export function leavesDoubt({ uses }: Step): boolean {
  return operations[uses].effect === 'effect' && operations[uses].recovery !== 'rename';
}

function retryFrom(step: Step, job: HistoryRow, now: Instant): Retry {
  const counts = job.attempts > 0 || job.doubtful;
  const { notBefore = Number.NEGATIVE_INFINITY } = job;
  // A gate is checked again when its file says.
  const isFromOtherClock = Number.isFinite(notBefore) && isTooLong(notBefore - (step.everyMs ?? 0), now);
  return {
    attempts: job.state === 'rejected' ? 0 : job.attempts,
    notBefore: isFromOtherClock ? Number.NEGATIVE_INFINITY : notBefore,
    firstAt: counts ? codeSince(job) : undefined,
    doubtful: job.doubtful && leavesDoubt(step),
    maybeSent: true,
    resent: job.toResend || job.resent,
    heldBy: 'retry',
  };
}

function codeSince({ toResend, resent, at, firstAt }: HistoryRow): Instant | undefined {
  if (toResend) return undefined;
  return resent ? at : firstAt;
}

/** What is known of a job that was tried before and is pending again. */
interface Retry {
  readonly attempts: number;
  readonly notBefore: Instant;
  /** Of an attempt that counts: its code expires so long after this. */
  readonly firstAt: Instant | undefined;
  /** An earlier attempt may have counted. */
  readonly doubtful: boolean;
  /** Something of an earlier attempt may have left. */
  readonly maybeSent: boolean;
  /** A person had it sent again. */
  readonly resent: boolean;
  readonly heldBy: 'retry' | 'every';
}
