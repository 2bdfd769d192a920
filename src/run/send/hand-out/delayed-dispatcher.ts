import type { Clock } from '../../../platform/ports.ts';
import { createDepartures, type Departure } from '../departure.ts';
import { type Dispatcher, type DispatchReports, notTried, type Start } from '../dispatcher.ts';

/** A dispatcher whose jobs leave some time after their slots. */
interface DelayedDispatcher extends Dispatcher {
  /** Jobs whose attempts have not begun. */
  waiting(): number;
}

/**
 * Several campaigns share the rate of an account, and some of them have workers, whose requests leave `delayMs` after their slots. The
 * rate holds over all of them only if every request leaves so much later.
 */
export function createDelayedDispatcher(input: {
  readonly local: Dispatcher;
  readonly delayMs: number;
  readonly clock: Clock;
  readonly reports: Pick<DispatchReports, 'settled'>;
}): DelayedDispatcher {
  const { local, delayMs, clock, reports } = input;
  const departures = createDepartures(clock);
  const waiting = new Map<Start & { readonly departure: Departure }, NodeJS.Timeout>();
  /** When attempts began, by `performance.now()`. */
  let begun: number[] = [];

  const begunLately = (): number => {
    const since = performance.now() - delayMs;
    begun = begun.filter((at) => at > since);
    return begun.length;
  };
  const again = ({ job, departure }: Start): void => {
    departure?.end();
    reports.settled(job, notTried(clock.now()), false);
  };
  const callBack = async (): Promise<void> => {
    for (const [start, timer] of waiting) {
      clearTimeout(timer);
      again(start);
    }
    waiting.clear();
  };

  return {
    waiting: () => waiting.size,
    // A job that waits needs no slot yet: probably as many become free meanwhile as lately.
    free: () => (local.free() <= 0 ? 0 : local.free() + begunLately() - waiting.size),
    inFlight: () => waiting.size + local.inFlight(),
    handedOut: () => 0,
    dispatch(undelayed) {
      const { job, startedAt } = undelayed;
      const departure = departures.of({ step: job.step.id, startedAt, delayMs });
      const start = { ...undelayed, departure };
      const begin = (): void => {
        waiting.delete(start);
        // If it waited for a free slot, it would leave later than its time.
        if (local.free() <= 0) return again(start);
        begun.push(performance.now());
        departure.begin();
        local.dispatch(start);
      };
      const waitMs = startedAt + delayMs - departures.leadMs() - clock.now();
      waiting.set(start, setTimeout(begin, Math.max(0, waitMs)));
    },
    callBack,
    async recall() {
      await callBack();
      await local.recall();
    },
    close: local.close,
  };
}
