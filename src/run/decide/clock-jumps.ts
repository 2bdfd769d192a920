import type { Clock, Instant } from '../../platform/ports.ts';

export interface ClockReading {
  /** Never earlier than the reading before, unless the clock was set back. */
  readonly now: Instant;
  /** The clock and the time that really passed disagree by so much since the last reading: it was set, or the machine slept. */
  readonly jumpedMs: number | undefined;
  /** The clock was set back: what was planned for the hours in between must be planned anew. */
  readonly setBack: boolean;
}

/** A jump that is smaller is the clock being trimmed. */
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

/** How far the wall clock is from the one that nobody can set; nothing where time is virtual. */
function driftOf(clock: Clock, now: Instant): number {
  return clock.steadyMs === undefined ? 0 : now - clock.steadyMs();
}
