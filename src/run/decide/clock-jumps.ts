import type { Clock, Instant } from '../../platform/ports.ts';

export interface ClockReading {
  /** Never earlier than the reading before, unless the clock was set back. */
  readonly now: Instant;
  /** By how much the clock and the time that passed differ since the last reading: it was set, or the machine slept. */
  readonly jumpedMs: number | undefined;
  /** The clock was set back: the scheduler must be built again. */
  readonly setBack: boolean;
}

/** Smaller jumps are adjustments of the clock. */
const jumpMs = 2_000;

/** Reads the clock, and notices when it jumps. */
export function createClockWatch(clock: Clock): () => ClockReading {
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
    return { now: last, setBack, jumpedMs };
  };
}

/** Difference between the wall clock and the monotonic clock; 0 if time is virtual. */
function driftOf(clock: Clock, now: Instant): number {
  return clock.steadyMs === undefined ? 0 : now - clock.steadyMs();
}
