import { latestStarts } from '../job/history.ts';
import type { Instant } from '../platform/ports.ts';
import type { Rate } from '../time/duration.ts';

/**
 * Timers are a millisecond or more late. A start that is late by no more than this keeps its place in the row, so that
 * the rate is reached. A later start begins a new row: a machine that slept does not catch up in a burst.
 */
const latenessMs = 10;

/**
 * One rate, kept in two ways at once: starts are even (one slot every `perMs / count`), and any `perMs` milliseconds hold at most `count`
 * of them, whatever the clock does. `recent`: the latest starts, oldest first. They still count.
 */
export function createPace(rate: Rate, recent: readonly Instant[]) {
  const { count, perMs } = bounded(rate);
  const starts = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  let oldest = 0;
  // The next slot is `row + taken * perMs / count`: computed from the start of the row, so that rounding errors do not add up.
  let row = Number.NEGATIVE_INFINITY;
  let taken = 0;

  const slot = (): Instant => row + Math.ceil((taken * perMs) / count - 1e-6);
  const remember = (at: Instant): void => {
    starts[oldest] = at;
    oldest = (oldest + 1) % count;
  };
  for (const at of recent.slice(-count)) {
    remember(at);
    row = at;
    taken = 1;
  }

  return {
    /** The earliest instant at which the next start may be. Whole milliseconds. */
    readyAt: (): Instant => Math.max(slot(), (starts[oldest] ?? 0) + perMs),
    /** A start at `now`, which is not before `readyAt()`. */
    take(now: Instant): void {
      if (now > slot() + latenessMs) {
        row = now;
        taken = 0;
      }
      remember(now);
      taken += 1;
      if (taken === count) {
        row += perMs;
        taken = 0;
      }
    },
  };
}

export type Pace = ReturnType<typeof createPace>;

/**
 * Goes on after `starts`, oldest first. Starts with a later date than `now`, from before the clock was set back, count as of
 * now: for a run and for its plan.
 */
export function resumedPace(rate: Rate, starts: readonly Instant[] | undefined, now: Instant): Pace {
  const recent = latestStarts(starts, Math.min(rate.count, mostRemembered));
  return createPace(
    rate,
    recent.map((at) => Math.min(at, now)),
  );
}

/** The most starts that are remembered for one rate. */
export const mostRemembered = 65_536;

/** `1000000/d` is kept as `62500/90m`: keeping the rate in every part of the day keeps the whole rate, and needs less memory. */
function bounded(rate: Rate): Rate {
  const parts = Math.ceil(rate.count / mostRemembered);
  return { count: Math.floor(rate.count / parts), perMs: rate.perMs / parts };
}
