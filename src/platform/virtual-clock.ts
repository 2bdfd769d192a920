import type { Clock, Instant } from './ports.ts';

/** Time that passes only when nothing is left to do at the present instant. */
export interface VirtualClock extends Clock {
  /** Holds time still while something goes on that takes none: reading a file, say. */
  hold<T>(work: () => Promise<T>): Promise<T>;
}

interface Sleeper {
  readonly until: Instant;
  readonly wake: () => void;
}

/**
 * Discrete-event time. Whoever sleeps stands in a row by instant, then by who came first; a turn of the event loop, by which
 * all promises have run dry, wakes the first of the row and moves time to their instant. The same work gives the same order.
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
