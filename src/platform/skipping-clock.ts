import { setImmediate } from 'node:timers/promises';
import type { Clock, Instant } from './ports.ts';

/**
 * Time that skips every wait: it starts at `start`, runs on with the real clock, and a sleeper moves it to where it wants to be.
 * The embedded sandbox and the engine share one, so that both see the same hour.
 */
export function createSkippingClock(start: Instant): SkippingClock {
  let offset = start - Date.now();
  const now = (): Instant => Date.now() + offset;
  let busy = 0;
  let idle: (() => void)[] = [];
  return {
    now,
    async sleepUntil(until, signal) {
      await setImmediate();
      // A long skip waits for what is in flight: a request must not be answered hours after it was signed.
      while (busy > 0 && until - now() > longSkipMs && !signal?.aborted) {
        await new Promise<void>((resolve) => {
          idle.push(resolve);
          signal?.addEventListener('abort', () => resolve(), { once: true });
        });
      }
      if (!signal?.aborted) offset += Math.max(0, until - now());
    },
    async during(work) {
      busy++;
      try {
        return await work();
      } finally {
        busy--;
        if (busy === 0) {
          for (const resolve of idle) resolve();
          idle = [];
        }
      }
    },
  };
}

const longSkipMs = 1_000;

export interface SkippingClock extends Clock {
  /** Runs `work` as something in flight: no long skip happens until it is done. */
  during<T>(work: () => Promise<T>): Promise<T>;
}
