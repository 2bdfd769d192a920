import { maskNumbers } from '../../diagnostic/numbers-in-text.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { Rest } from '../../job/rest.ts';
import type { Instant } from '../../platform/ports.ts';
import type { RunEvent } from '../event.ts';
import type { Start } from '../send/dispatcher.ts';
import type { HaltReason } from '../stop-reason.ts';
import type { Backpressure } from './backpressure.ts';
import type { Verdict } from './retry.ts';
import type { StopConditions } from './stop-conditions.ts';

/** Whether jobs may start, and requests leave, after the answers so far. */
export interface HaltState {
  /** Why no further jobs start. */
  halted(): HaltReason | undefined;
  /** Requests that have not left are aborted, because an answer halted the run. A used-up budget aborts nothing it covers. */
  isAborting(): boolean;
  /** Whether requests are signed with the service's time. */
  resynced(): boolean;
  /** Halts for a reason other than an answer. */
  halt(reason: HaltReason | undefined): void;
  /** What an answer means for all other jobs. */
  onVerdict(start: Pick<Start, 'job' | 'isResynced'>, verdict: Verdict, now: Instant): void;
}

export interface HaltStateInput {
  readonly stopConditions: StopConditions;
  readonly backpressure: Backpressure;
  readonly resync: ((serviceTime: Instant) => number) | undefined;
  /** On this machine a service has the same clock, unless somebody has set it on purpose. */
  readonly isServiceElsewhere: boolean;
  readonly emit: (event: RunEvent) => void;
  /** For a process that continues the run, and those who look at it. */
  readonly recordRest: (rest: Rest) => void;
}

/** A shorter rest is over before another process starts anything. */
const recordedRestMs = 1_000;
/** Clocks that nobody sets are seconds apart, a wrong zone is at least half an hour. */
const apartMs = 30 * 60_000;

export function createHaltState({
  stopConditions,
  backpressure,
  resync,
  isServiceElsewhere,
  emit,
  recordRest,
}: HaltStateInput): HaltState {
  let halted: HaltReason | undefined;
  let isAborting = false;
  let resynced = false;
  let announcedRest = '';

  /** Measures the clock once. A later rejection of a request that was signed before that does not count. */
  const isFixedByResync = (verdict: Verdict, isResynced: boolean, now: Instant): boolean => {
    if (verdict.kind !== 'resync' || verdict.serviceTime === undefined || resync === undefined) return false;
    if (resynced) return !isResynced;
    resynced = true;
    const aheadMs = resync(verdict.serviceTime);
    if (isServiceElsewhere && Math.abs(aheadMs) >= apartMs) {
      isAborting = true;
      halted ??= { kind: 'clocksApart', aheadMs };
    } else emit({ event: 'clock', at: now, aheadMs });
    return true;
  };

  /** Answers that come together rest the run until nearly the same instant: it is said once. */
  const announceRest = (reason: string, now: Instant): void => {
    const until = backpressure.restUntil();
    const rest = `${Math.floor(until / 1_000)} ${reason}`;
    if (rest === announcedRest) return;
    announcedRest = rest;
    emit({ event: 'resting', at: now, until, reason });
  };

  return {
    halted: () => halted,
    isAborting: () => isAborting,
    resynced: () => resynced,
    halt: (reason) => void (halted ??= reason),
    onVerdict({ job, isResynced }, verdict, now) {
      if (isFixedByResync(verdict, isResynced, now)) {
        stopConditions.refund(job);
        return;
      }
      const rest = backpressure.restUntil();
      backpressure.note(job.step, verdict, now);
      const stop = stopConditions.after(job, verdict, now);
      isAborting ||= stop !== undefined;
      halted ??= stop;
      const until = backpressure.restUntil();
      if (until <= rest) return;
      const reason = 'reason' in verdict ? verdict.reason : 'the service is throttling requests';
      // A service that cannot be reached asks for nothing: a process that starts later may have another address.
      const isAsked = verdict.kind === 'again' && verdict.why === 'throttled';
      if (isAsked && until - now >= recordedRestMs)
        recordRest({ until: Math.ceil(until), reason: maskNumbers(visibleLine(reason)) });
      if (halted === undefined) announceRest(reason, now);
    },
  };
}
