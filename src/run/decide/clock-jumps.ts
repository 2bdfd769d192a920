import type { Clock, Instant } from '../../platform/ports.ts';

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
