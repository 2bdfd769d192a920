import type { Step } from '../../campaign/campaign.ts';
import { maskNumbers } from '../../diagnostic/numbers-in-text.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import { type Rest, withRest } from '../../job/rest.ts';
import type { Instant } from '../../platform/ports.ts';
import { statusOf } from '../../service/contract/statuses.ts';
import type { RunEvent } from '../event.ts';
import type { Start } from '../send/dispatcher.ts';
import type { HaltReason } from '../stop-reason.ts';
import type { Backpressure } from './backpressure.ts';
import type { Again, Verdict } from './retry.ts';
import type { StopConditions } from './stop-conditions.ts';

interface HaltStateInput {
  readonly stopConditions: StopConditions;
  readonly backpressure: Backpressure;
  readonly resync: ((serviceTime: Instant) => number) | undefined;
  /** On this machine a service has the same clock, unless somebody has set it on purpose. */
  readonly isServiceElsewhere: boolean;
  readonly emit: (event: RunEvent) => void;
  /** What is recorded. */
  readonly rests: readonly Rest[];
  /** Nothing of the run, or of a step, starts before. */
  readonly onRest: (rest: Rest) => void;
  /** Those for which the service asked: for a process that continues the run, and those who look at it. */
  readonly recordRests: (rests: readonly Rest[]) => void;
}

/** A shorter rest is over before another process starts anything. */
const recordedRestMs = 1_000;
/** Clocks that nobody sets are seconds apart, a wrong zone is at least half an hour. */
const apartMs = 30 * 60_000;

/** Whether jobs may start, and requests leave, after the answers so far. */
export function createHaltState(input: HaltStateInput) {
  const { stopConditions, backpressure, resync, isServiceElsewhere, emit, rests, onRest, recordRests } = input;
  let halted: HaltReason | undefined;
  let isAborting = false;
  /** How often the service's clock was measured. */
  let measured = 0;
  let mayMeasure = true;
  let announcedRest = '';

  /** Measures the clock once, and once more after it has jumped. A later rejection of a request that was signed before that does not count. */
  const isFixedByResync = (verdict: Verdict, measuredThen: number, now: Instant): boolean => {
    if (verdict.kind !== 'resync' || verdict.serviceTime === undefined || resync === undefined) return false;
    if (measuredThen < measured) return true;
    if (!mayMeasure) return false;
    mayMeasure = false;
    measured++;
    const aheadMs = resync(verdict.serviceTime);
    if (isServiceElsewhere && Math.abs(aheadMs) >= apartMs) {
      isAborting = true;
      halted ??= { kind: 'clocksApart', aheadMs };
    } else emit({ event: 'clock', at: now, aheadMs });
    return true;
  };

  let recorded = rests;
  const rest = (it: Rest, isAsked: boolean, now: Instant): void => {
    onRest(it);
    if (!isAsked || it.until - now < recordedRestMs) return;
    recorded = withRest(recorded, asRecorded(it), now);
    recordRests(recorded);
  };

  /** Answers that come together rest the run until nearly the same instant: it is said once. */
  const announceRest = (reason: string, now: Instant): void => {
    const until = backpressure.restUntil();
    const announced = `${Math.floor(until / 1_000)} ${reason}`;
    if (announced === announcedRest) return;
    announcedRest = announced;
    emit({ event: 'resting', at: now, until, reason });
  };

  return {
    /** Why no further jobs start. */
    halted: (): HaltReason | undefined => halted,
    /** Requests that have not left are aborted, because an answer halted the run. A used-up budget aborts nothing it covers. */
    isAborting: (): boolean => isAborting,
    /** How often the service's clock was measured, with whose time requests are signed then. */
    measured: (): number => measured,
    /** This machine's clock was set, or stopped: how far the service's is ahead may have changed. */
    clockJumped(): void {
      mayMeasure = true;
    },
    /** Halts for a reason other than an answer to this process. */
    halt(reason: HaltReason): void {
      halted ??= reason;
      isAborting ||= reason.kind === 'accountDoubts';
    },
    /** Nothing starts before: the service has asked another campaign of the account for a pause. */
    restWithAccount(it: Rest, now: Instant): void {
      // It may be the one for which this process was asked.
      if (it.until < backpressure.restUntil() + recordedRestMs) return;
      backpressure.rest(it.until);
      onRest(it);
      if (halted === undefined) announceRest(it.reason, now);
    },
    /** What an answer means for all other jobs. */
    onVerdict({ job, measured: then }: Pick<Start, 'job' | 'measured'>, verdict: Verdict, now: Instant): void {
      if (isFixedByResync(verdict, then, now)) {
        stopConditions.refund(job);
        return;
      }
      const { step } = job;
      const restedUntil = backpressure.restUntil();
      backpressure.note(verdict, now);
      const stop = stopConditions.after(job, verdict, now);
      isAborting ||= stop !== undefined;
      halted ??= stop;
      const asked = restAskedBy(verdict, step);
      if (asked?.step !== undefined) rest(asked, true, now);
      const until = backpressure.restUntil();
      if (until <= restedUntil) return;
      const reason = 'reason' in verdict ? verdict.reason : 'the service is throttling requests';
      // Where the service cannot be reached, a process that starts later may have another address.
      rest({ until, reason }, asked !== undefined, now);
      if (halted === undefined) announceRest(reason, now);
    },
  };
}

/** A service that cannot be reached asks for nothing. */
export function restAskedBy(verdict: Verdict, step: Step | undefined): Rest | undefined {
  if (verdict.kind !== 'again') return undefined;
  const { why, notBefore: until, code, reason } = verdict;
  if (why === 'throttled') return { until, reason };
  return why === 'wait' && step !== undefined && !isOfOneJob(step, verdict)
    ? { step: step.id, until, reason: `${code}: ${reason}` }
    : undefined;
}

export function asRecorded({ step, until, reason }: Rest): Rest {
  return { step, until: Math.ceil(until), reason: maskNumbers(visibleLine(reason)) };
}

/** A limit of the whole account (`otp.send` -27, `voice.redial` -37) rests its step; one of a single phone or task rests nobody else. */
function isOfOneJob({ uses }: Step, { code = '' }: Again): boolean {
  return statusOf(uses, code)?.ofOneJob === true;
}
