import type { Clock } from './ports.ts';

/** Longest single timer: Node's are 32-bit, and after a sleep of the machine the wall clock must be read again soon. */
const timerMsMax = 30_000;
/** What is left after so long a sleep as was wanted is less, unless somebody has set the clock back. */
const setBackMs = 2_000;

export function createRealClock(): Clock {
  return {
    now: () => Date.now(),
    steadyMs: () => performance.now(),
    async sleepUntil(until, signal) {
      const asleepFrom = performance.now();
      const wanted = until - Date.now();
      for (let left = wanted; left > 0 && !signal?.aborted; left = until - Date.now()) {
        if (left > setBackMs && performance.now() - asleepFrom >= wanted) return;
        await timer(Math.min(left, timerMsMax, wanted), signal);
      }
    },
  };
}

/** Resolves after `ms` or when `signal` aborts; never rejects. */
function timer(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timeout);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timeout = setTimeout(done, Math.max(1, Math.ceil(ms)));
    signal?.addEventListener('abort', done, { once: true });
  });
}
