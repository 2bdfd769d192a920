import { setImmediate } from 'node:timers/promises';
import type { Clock, Instant } from './ports.ts';

/**
 * Time that skips every wait: it starts at `start`, runs on with the real clock, and a sleeper moves it to where it wants to be.
 * The embedded sandbox and the engine share one, so that both see the same hour.
 */
export function createSkippingClock(start: Instant): SkippingClock {
  let offset = start - Date.now();
  const now = (): Instant => Date.now() + offset;
  /** What is in flight, the oldest first: where the clock stood when it began. */
  const inFlight = new Set<{ readonly offset: number }>();
  const waiting: (() => void)[] = [];
  const skipsTooFar = (until: Instant): boolean => {
    const [oldest] = inFlight;
    return oldest !== undefined && offset + until - now() - oldest.offset > longestSkipMs;
  };
  return {
    now,
    async sleepUntil(until, signal) {
      await setImmediate();
      while (skipsTooFar(until) && !signal?.aborted) {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          signal?.addEventListener('abort', () => resolve(), { once: true });
        });
      }
      if (!signal?.aborted) offset += Math.max(0, until - now());
    },
    async during(work) {
      const one = { offset };
      inFlight.add(one);
      try {
        return await work();
      } finally {
        inFlight.delete(one);
        for (const resolve of waiting.splice(0)) resolve();
      }
    },
  };
}

/** Nothing in flight is skipped over by more in all: an answer must not come hours after its request was signed, nor miss its slot. */
const longestSkipMs = 1_000;

export interface SkippingClock extends Clock {
  /** Runs `work` as something in flight: no long skip happens until it is done. */
  during<T>(work: () => Promise<T>): Promise<T>;
}
