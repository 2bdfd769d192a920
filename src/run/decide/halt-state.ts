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
   * An answer halted the run: not even what is about to leave may. A budget that is used up keeps back only what it does not
   * pay for.
   */
  recalled(): string | undefined;
  /** Whether the clock has been measured against the service's. */
  resynced(): boolean;
  /** Halts for a reason of ours. */
  halt(reason: string | undefined): void;
  /** What an answer means for all the others. `startedResynced`: its request was signed after the clock had been measured. */
  heed(job: ScheduledJob, verdict: Verdict, startedResynced: boolean, now: Instant): void;
}

export interface HaltStateInput {
  readonly brakes: StopConditions;
  readonly easing: Backpressure;
  readonly resync: ((serviceTime: Instant) => number) | undefined;
  readonly emit: (event: RunEvent) => void;
}

export function createHaltState({ brakes, easing, resync, emit }: HaltStateInput): HaltState {
  let halted: string | undefined;
  let recalled: string | undefined;
  let resynced = false;

  /** Measures the clock once. A later refusal of what was signed before is not the service's last word. */
  const isMended = (verdict: Verdict, startedResynced: boolean, now: Instant): boolean => {
    if (verdict.kind !== 'resync' || verdict.serviceTime === undefined || resync === undefined) return false;
    if (resynced) return !startedResynced;
    resynced = true;
    emit({ event: 'clock', at: now, aheadMs: resync(verdict.serviceTime) });
    return true;
  };

  return {
    halted: () => halted,
    recalled: () => recalled,
    resynced: () => resynced,
    halt: (reason) => void (halted ??= reason),
    heed(job, verdict, startedResynced, now) {
      if (isMended(verdict, startedResynced, now)) return;
      if (verdict.kind === 'resync')
        recalled ??= `the service answered ${verdict.code}: ${verdict.reason}; set this machine's clock`;
      const rest = easing.restUntil();
      easing.note(job.step, verdict, now);
      const stop = brakes.after(job, verdict, now);
      recalled ??= stop;
      halted ??= recalled;
      if (easing.restUntil() > rest && halted === undefined) {
        const reason = 'reason' in verdict ? verdict.reason : 'the service is throttling requests';
        emit({ event: 'resting', at: now, until: easing.restUntil(), reason });
      }
    },
  };
}
