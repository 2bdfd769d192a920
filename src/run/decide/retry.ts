import type { Expectation, Step } from '../../campaign/campaign.ts';
import { codeSince, type JobRecord, type Outputs } from '../../job/job.ts';
import type { Instant, Random } from '../../platform/ports.ts';
import type { Outcome } from '../../service/contract/outcome.ts';
import { isTurnedAway } from '../../service/contract/read-answer.ts';
import { dispositionOf } from '../../service/contract/statuses.ts';
import type { Recovery } from '../../service/operations/definition/operation.ts';
import { operations } from '../../service/operations/operations.ts';

/** What an attempt's outcome means for the job and for the run. `judge` alone decides it. */
export type Verdict =
  /** `reason`: of a receipt, why the service may have done it with other words than those of this attempt. */
  | { readonly kind: 'accepted'; readonly receipt: boolean; readonly code: string; readonly reason?: string }
  | { readonly kind: 'rejected'; readonly code: string; readonly reason: string }
  | { readonly kind: 'inDoubt'; readonly reason: string; readonly code?: string; readonly turnedAway?: true }
  | Again
  /** Pending; no further job of this step starts. */
  | { readonly kind: 'stopStep'; readonly code: string; readonly reason: string }
  /** Pending; no further job of this run starts. */
  | { readonly kind: 'halt'; readonly code: string; readonly reason: string }
  /** Pending; may start at once, after the clock has been compared with the service's. */
  | {
      readonly kind: 'resync';
      readonly code: string;
      readonly reason: string;
      readonly serviceTime: Instant | undefined;
    };

/** Pending, to be retried at `notBefore`. */
export interface Again {
  readonly kind: 'again';
  readonly why: 'retry' | 'wait' | 'throttled' | 'unsent' | 'heldBack' | 'recovery' | 'rename';
  readonly notBefore: Instant;
  readonly attempted: boolean;
  readonly doubtful: boolean;
  readonly code?: string;
  readonly reason: string;
  /** As in the outcome: this may not be the service at all. */
  readonly turnedAway?: true;
}

interface VerdictInput {
  readonly step: Step;
  readonly outcome: Outcome;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
  /** The job's record from before this attempt. */
  readonly before: JobRecord | undefined;
  /** An earlier attempt may have reached the service with this natural key, whatever it answered. */
  readonly sentBefore: boolean;
  /** The file name was generated, so that another one may be. */
  readonly ownName: boolean;
  /** Rounds in a row, over all jobs, that did not reach the service or were throttled. */
  readonly streak: number;
  readonly now: Instant;
  readonly random: Random;
}

/** Attempts of one job, when the service keeps answering that it should be retried. */
const attemptsMax = 5;
/** An upload with a generated name may try more names. */
const namesMax = 20;

export function judge(input: VerdictInput): Verdict {
  const { outcome } = input;
  switch (outcome.kind) {
    case 'accepted':
      return { kind: 'accepted', receipt: false, code: outcome.code };
    case 'throttled':
      return again(input, 'throttled', {
        attempted: false,
        doubtful: isDoubtful(input) || (outcome.http === 503 && hasEffect(input)),
        reason: `HTTP ${outcome.http}`,
        // A service that says 0, or a date that is over, may say so again and again.
        delayMs: outcome.retryAfterMs || backoffMs(input),
      });
    case 'unsent': {
      const { heldBack, reason } = outcome;
      // What held it back decides when it may start again.
      const [why, delayMs] = heldBack ? (['heldBack', 0] as const) : (['unsent', backoffMs(input)] as const);
      return again(input, why, { attempted: false, doubtful: isDoubtful(input), reason, delayMs });
    }
    case 'unknown':
      return { ...judgeLost(input, outcome.reason), ...(isTurnedAway(outcome) && { turnedAway: true }) };
    case 'rejected':
      return judgeRefusal(input, outcome);
    default:
      return outcome satisfies never;
  }
}

function judgeRefusal(input: VerdictInput, outcome: Extract<Outcome, { kind: 'rejected' }>): Verdict {
  const { step, attempt, sentBefore } = input;
  const { code, reason } = outcome;
  const operation = operations[step.uses];
  if (sentBefore && code === operation.receipt) {
    // An edit was allowed since: nobody knows any more whether there was one.
    const isOlder = code === operation.takenStatus && input.before?.requestHash === undefined;
    return { kind: 'accepted', receipt: true, code, ...(isOlder && { reason: asEarlier }) };
  }
  if (operation.recovery === 'rename' && code === operation.takenStatus) {
    if (input.ownName) {
      if (attempt < namesMax)
        return again(input, 'rename', { attempted: true, doubtful: isDoubtful(input), code, reason, delayMs: 0 });
      // Each of the names was refused: at most a file lies there that nobody uses.
      const why = `${reason} (so were ${attempt} generated names; give the step a \`fileName\` of its own)`;
      return { kind: 'rejected', code, reason: why };
    }
    if (sentBefore)
      return { kind: 'inDoubt', code, reason: `${reason}; it may be our own earlier upload, whose id is unknown` };
  }
  const disposition = dispositionOf(step.uses, code);
  switch (disposition) {
    case 'accept':
      return { kind: 'accepted', receipt: false, code };
    case 'reject':
      return refused(input, code, reason);
    case 'retry':
      if (attempt >= attemptsMax) return refused(input, code, `${reason} (after ${attempt} attempts)`);
      return again(input, 'retry', {
        attempted: true,
        doubtful: isDoubtful(input),
        code,
        reason,
        delayMs: backoffMs(input),
      });
    case 'wait':
      return again(input, 'wait', { attempted: false, doubtful: isDoubtful(input), code, reason, delayMs: waitMs });
    case 'resync':
      return { kind: 'resync', code, reason, serviceTime: outcome.serviceTime };
    case 'step':
      return { kind: 'stopStep', code, reason };
    case 'halt':
      return { kind: 'halt', code, reason };
    default:
      return disposition satisfies never;
  }
}

const asEarlier =
  'an earlier attempt had succeeded, with what the campaign said then: an edit that came after it was not used';

/**
 * When the retry of a doubtful attempt is rejected, this proves nothing about the attempt. An attempt that the service itself
 * rejected (-18, for example) was not carried out, and is not doubtful.
 */
function refused(input: VerdictInput, code: string, reason: string): Verdict {
  if (!isDoubtful(input)) return { kind: 'rejected', code, reason };
  return {
    kind: 'inDoubt',
    code,
    reason: `an earlier attempt may have been carried out, and the retry was rejected: ${reason}`,
  };
}

function isDoubtful(input: VerdictInput): boolean {
  return input.before?.doubtful === true && hasEffect(input);
}

function hasEffect({ step }: VerdictInput): boolean {
  return operations[step.uses].effect === 'effect';
}

/** Bytes may have left and no valid answer came: the operation's recovery decides. */
function judgeLost(input: VerdictInput, reason: string): Extract<Verdict, { kind: 'inDoubt' | 'rejected' | 'again' }> {
  const { step, attempt } = input;
  const recovery = recoveryOf(step);
  if (recovery === 'manual') return { kind: 'inDoubt', reason };
  if (attempt >= attemptsMax) {
    const afterAll = `${reason} (after ${attempt} attempts)`;
    return operations[step.uses].effect === 'query'
      ? { kind: 'rejected', code: '', reason: afterAll }
      : { kind: 'inDoubt', reason: afterAll };
  }
  const delayMs = backoffMs(input);
  const since = (input.before && codeSince(input.before)) ?? input.now;
  if (step.expiresMs !== undefined && input.now + delayMs >= since + step.expiresMs) {
    return { kind: 'inDoubt', reason: `${reason}; the code has expired, so it is not sent again` };
  }
  return again(input, recovery === 'rename' ? 'rename' : 'recovery', {
    attempted: true,
    doubtful: true,
    reason,
    delayMs,
  });
}

/** What is done about a lost answer: the operation's recovery, or the step's own choice (`onUnknown`). */
export function recoveryOf(step: Step): Recovery {
  const { recovery } = operations[step.uses];
  return recovery === 'manual' && step.onUnknown === 'resend' ? 'retry' : recovery;
}

function again(
  input: VerdictInput,
  why: Again['why'],
  then: { attempted: boolean; doubtful: boolean; code?: string; reason: string; delayMs: number },
): Again {
  const { delayMs, ...rest } = then;
  return { kind: 'again', why, notBefore: input.now + Math.ceil(delayMs), ...rest };
}

const waitMs = 30_000;
const backoffBaseMs = 1_000;
const backoffMaxMs = 60_000;

/** Full jitter: between 100 ms and 1, 2, 4 … 60 s. */
function backoffMs({ attempt, streak, random }: VerdictInput): number {
  const ceiling = Math.min(backoffMaxMs, backoffBaseMs * 2 ** Math.min(Math.max(attempt - 1, streak), 6));
  return 100 + random.next() * (ceiling - 100);
}

/**
 * The first expectation (`expect`) that a query's answer does not meet, as a sentence; undefined if it meets all. `unread` says
 * in words what the answer has in place of an output that could not be read.
 */
export function failedExpectation(
  expectations: readonly Expectation[],
  outputs: Outputs,
  unread: (output: string) => string | undefined,
): string | undefined {
  for (const { output, atLeast, atMost, equals } of expectations) {
    const measured = measure(outputs[output]);
    if (measured === undefined) {
      const words = unread(output);
      return words === undefined
        ? `the answer has no ${output}`
        : `the answer has no ${output} that can be read: ${words}`;
    }
    const number = Number(measured);
    if (atLeast !== undefined && !(number >= atLeast)) return `${output} is ${measured}, expected at least ${atLeast}`;
    if (atMost !== undefined && !(number <= atMost)) return `${output} is ${measured}, expected at most ${atMost}`;
    if (equals !== undefined && String(measured) !== String(equals))
      return `${output} is ${measured}, expected ${equals}`;
  }
  return undefined;
}

/** A list counts by its length. */
function measure(value: unknown): string | number | undefined {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}
