import type { Clock } from './ports.ts';

/** Longest single timer: Node's are 32-bit, and after a sleep of the machine the wall clock must be read again soon. */
const timerMsMax = 30_000;

export function createRealClock(): Clock {
  return {
    now: () => Date.now(),
    steadyMs: () => performance.now(),
    async sleepUntil(until, signal) {
      for (let left = until - Date.now(); left > 0 && !signal?.aborted; left = until - Date.now()) {
        await timer(Math.min(left, timerMsMax), signal);
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
