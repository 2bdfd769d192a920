import type { Clock } from '../../../platform/ports.ts';
import type { Rate } from '../../../time/duration.ts';
import type { Dispatcher, DispatchReports, Start } from '../dispatcher.ts';

/** A dispatcher whose jobs leave some time after their slots. */
export interface DelayedDispatcher extends Dispatcher {
  /** Jobs whose time has not come. */
  waiting(): number;
}

/**
 * Several campaigns share the rate of an account, and some of them have workers, whose requests leave `delayMs` after their slots. The
 * rate holds over all of them only if every request leaves so much later.
 */
export function createDelayedDispatcher(input: {
  readonly local: Dispatcher;
  readonly rate: Rate;
  readonly delayMs: number;
  readonly clock: Clock;
  readonly reports: Pick<DispatchReports, 'settled'>;
}): DelayedDispatcher {
  const { local, rate, delayMs, clock, reports } = input;
  const slotsInDelay = Math.ceil((rate.count * delayMs) / rate.perMs) + 1;
  const waiting = new Map<Start, NodeJS.Timeout>();
  return {
    waiting: () => waiting.size,
    // A job that waits for its time needs no slot yet.
    free: () => (local.free() <= 0 ? 0 : Math.max(local.free(), slotsInDelay) - waiting.size),
    inFlight: () => waiting.size + local.inFlight(),
    dispatch(start) {
      const leave = (): void => {
        waiting.delete(start);
        local.dispatch(start);
      };
      waiting.set(start, setTimeout(leave, delayMs));
    },
    async recall() {
      for (const [{ job }, timer] of waiting) {
        clearTimeout(timer);
        reports.settled(job, { kind: 'again', notBefore: clock.now(), attempted: false, heldBy: 'retry' }, false);
      }
      waiting.clear();
      await local.recall();
    },
    close: local.close,
  };
}
