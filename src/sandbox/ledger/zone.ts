import type { Instant } from '../../platform/ports.ts';

const formats = new Map<string, Intl.DateTimeFormat>();
const secondMs = 1000;
const dayMs = 86_400_000;

/** Milliseconds to add to UTC for the wall clock of `timezone` at `at`. */
export function offsetAt(timezone: string, at: Instant): number {
  return wallClockOf(timezone, at) - Math.floor(at / 1000) * 1000;
}

/**
 * The instant at which the wall clock of `timezone` shows `wall` (milliseconds as if it were UTC): where clocks go back the first
 * of the two, where they go forward over it the first instant after that.
 */
export function instantOf(timezone: string, wall: number): Instant {
  const candidates = [-dayMs, 0, dayMs].map((apart) => wall - offsetAt(timezone, wall + apart));
  const right = candidates.filter((at) => wallClockOf(timezone, at) === wall);
  if (right.length > 0) return Math.min(...right);
  let before = Math.min(...candidates) - secondMs;
  let after = Math.max(...candidates);
  while (after - before > secondMs) {
    const middle = before + Math.floor((after - before) / (2 * secondMs)) * secondMs;
    if (wallClockOf(timezone, middle) >= wall) after = middle;
    else before = middle;
  }
  return after;
}

/** The wall clock at `at`, as milliseconds as if it were UTC; whole seconds. */
export function wallClockOf(timezone: string, at: Instant): number {
  let format = formats.get(timezone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(timezone, format);
  }
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(at)) part[type] = Number(value);
  return Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute, part.second);
}

/** `YYYY-MM-DD HH:MM[:SS]`, with a blank or a T, as milliseconds as if it were UTC; undefined when it is none. */
export function wallClockOfText(text: string): number | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::(\d{2}))?$/.exec(text);
  if (match === null) return undefined;
  const wall = Date.parse(`${match[1]}T${match[2]}:${match[3] ?? '00'}Z`);
  return Number.isNaN(wall) ? undefined : wall;
}
