import type { Instant } from '../../platform/ports.ts';
import type { ScheduledJob } from '../../schedule/scheduler.ts';
import type { RunEvent } from '../event.ts';
import type { Backpressure } from './backpressure.ts';
import type { Verdict } from './retry.ts';
import type { StopConditions } from './stop-conditions.ts';

/** Whether anything may start, or leave, after what the service has answered so far. */
export interface HaltState {
  /** Why nothing more starts. */
  halted(): string | undefined;
  /**
   * Why sends under way are aborted: an answer halted the run. A budget that is used up holds back only the jobs that it does not
   * cover.
   */
  abortReason(): string | undefined;
  /** Whether the clock has been measured against the service's. */
  resynced(): boolean;
  /** Halts for a reason on our side. */
  halt(reason: string | undefined): void;
  /** What an answer means for all the others. `startedResynced`: its request was signed after the clock had been measured. */
  onVerdict(job: ScheduledJob, verdict: Verdict, startedResynced: boolean, now: Instant): void;
}

export interface HaltStateInput {
  readonly stopConditions: StopConditions;
  readonly backpressure: Backpressure;
  readonly resync: ((serviceTime: Instant) => number) | undefined;
  readonly emit: (event: RunEvent) => void;
}

export function createHaltState({ stopConditions, backpressure, resync, emit }: HaltStateInput): HaltState {
  let halted: string | undefined;
  let abortReason: string | undefined;
  let resynced = false;

  /** Measures the clock once. A later rejection of a request that was signed before that does not count. */
  const isFixedByResync = (verdict: Verdict, startedResynced: boolean, now: Instant): boolean => {
    if (verdict.kind !== 'resync' || verdict.serviceTime === undefined || resync === undefined) return false;
    if (resynced) return !startedResynced;
    resynced = true;
    emit({ event: 'clock', at: now, aheadMs: resync(verdict.serviceTime) });
    return true;
  };

  return {
    halted: () => halted,
    abortReason: () => abortReason,
    resynced: () => resynced,
    halt: (reason) => void (halted ??= reason),
    onVerdict(job, verdict, startedResynced, now) {
      if (isFixedByResync(verdict, startedResynced, now)) return;
      if (verdict.kind === 'resync')
        abortReason ??= `the service answered ${verdict.code}: ${verdict.reason}; set this machine's clock`;
      const rest = backpressure.restUntil();
      backpressure.note(job.step, verdict, now);
      const stop = stopConditions.after(job, verdict, now);
      abortReason ??= stop;
      halted ??= abortReason;
      if (backpressure.restUntil() > rest && halted === undefined) {
        const reason = 'reason' in verdict ? verdict.reason : 'the service is throttling requests';
        emit({ event: 'resting', at: now, until: backpressure.restUntil(), reason });
      }
    },
  };
}
