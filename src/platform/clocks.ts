import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import type { Clock, Instant } from './ports.ts';

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
      await turnOfEventLoop();
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

/** A signal that is aborted after so long, or when the outer one is. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** To be called when it is no longer needed. */
  clear(): void;
}

/** Has a timer of its own: Node 20 may collect an `AbortSignal.timeout` inside `AbortSignal.any` before it fires. */
export function createTimeLimit(ms: number, outer: AbortSignal): TimeLimit {
  const limit = new AbortController();
  const abort = (): void => limit.abort();
  const timer = setTimeout(abort, ms);
  if (outer.aborted) abort();
  else outer.addEventListener('abort', abort);
  return {
    signal: limit.signal,
    clear() {
      clearTimeout(timer);
      outer.removeEventListener('abort', abort);
    },
  };
}

/** The version of the time zone data that this Node has: each may have other clock changes. */
export const tzdata = process.versions['tz'] ?? 'unknown';

/** Smaller jumps are adjustments of the clock. */
const jumpMs = 2_000;

/** Reads the clock, and notices when it jumps. */
export function createClockWatch(clock: Clock) {
  let last = clock.now();
  let drift = driftOf(clock, last);
  return () => {
    const now = clock.now();
    const driftNow = driftOf(clock, now);
    const driftedMs = driftNow - drift;
    const jumpedMs = Math.abs(driftedMs) >= jumpMs ? Math.round(driftedMs) : undefined;
    if (jumpedMs !== undefined) drift = driftNow;
    const setBack = now < last - jumpMs;
    last = setBack ? now : Math.max(now, last);
    return {
      /** Never earlier than the reading before, unless the clock was set back. */
      now: last,
      /** The scheduler must be built again. */
      setBack,
      /** By how much the clock and the time that passed differ since the last reading: it was set, or the machine slept. */
      jumpedMs,
    };
  };
}

/** Difference between the wall clock and the monotonic clock; 0 if time is virtual. */
function driftOf(clock: Clock, now: Instant): number {
  return clock.steadyMs === undefined ? 0 : now - clock.steadyMs();
}
