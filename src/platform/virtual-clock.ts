import type { Clock, Instant } from './ports.ts';

/** Time that advances only when nothing is left to do at the current instant. */
export interface VirtualClock extends Clock {
  /** Stops time during work that takes none, for example reading a file. */
  hold<T>(work: () => Promise<T>): Promise<T>;
}

interface Sleeper {
  readonly until: Instant;
  readonly wake: () => void;
}

/**
 * Discrete-event time. Sleepers wait in a row, sorted by instant, then by arrival. When all promises have settled, the next turn of
 * the event loop moves time to the instant of the first sleeper and wakes it. The same work gives the same order.
 */
export function createVirtualClock(start: Instant): VirtualClock {
  let now = start;
  let held = 0;
  let turning = false;
  const row: Sleeper[] = [];

  const turn = (): void => {
    turning = false;
    if (held > 0) return;
    const first = row.shift();
    if (first === undefined) return;
    now = Math.max(now, first.until);
    first.wake();
    arrange();
  };
  const arrange = (): void => {
    if (turning || held > 0 || row.length === 0) return;
    turning = true;
    setImmediate(turn);
  };
  /** Sleepers are about as many as requests in flight: a sorted row is enough. */
  const insert = (sleeper: Sleeper): void => {
    let place = row.length;
    while (place > 0 && (row[place - 1]?.until ?? 0) > sleeper.until) place--;
    row.splice(place, 0, sleeper);
    arrange();
  };

  return {
    now: () => now,
    sleepUntil: (until, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) {
          resolve();
          return;
        }
        const wake = (): void => {
          signal?.removeEventListener('abort', cut);
          resolve();
        };
        const sleeper: Sleeper = { until, wake };
        const cut = (): void => {
          const place = row.indexOf(sleeper);
          if (place !== -1) row.splice(place, 1);
          resolve();
        };
        signal?.addEventListener('abort', cut, { once: true });
        insert(sleeper);
      }),
    async hold(work) {
      held++;
      try {
        return await work();
      } finally {
        held--;
        arrange();
      }
    },
  };
}
