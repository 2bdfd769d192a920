import { setImmediate } from 'node:timers/promises';
import type { Clock, Instant } from './ports.ts';

/**
 * Time that skips every wait: it starts at `start`, runs with the real clock, and each sleep moves it forward to the sleep's end.
 * The embedded sandbox and the engine share one clock, so that both see the same hour.
 */
export function createSkippingClock(start: Instant): SkippingClock {
  requireInstant('start', start);
  let offset = start - Date.now();
  const now = (): Instant => Date.now() + offset;
  /** Work in flight, oldest first, each with the offset at which it began. */
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

/** `Date.parse` gives NaN for what it cannot read: nothing would ever be due. */
export function requireInstant(name: string, instant: Instant): void {
  if (!Number.isFinite(instant)) throw new Error(`${name}: give milliseconds since 1970, not ${String(instant)}`);
}

/** The most that skips may add during one request: an answer must not arrive hours after its request was signed. */
const longestSkipMs = 1_000;

export interface SkippingClock extends Clock {
  /** Runs `work` in flight: no long skip happens until it is done. */
  during<T>(work: () => Promise<T>): Promise<T>;
}
