import { dayMs, dayOf, isCalendarDate, minuteMs, timeOf, type WallClock, wallOf } from './wall-clock.ts';

/**
 * How data files write an instant: `clock` is ISO 8601, with an offset (`Z`, `+01:00`, `+0100`, or `+01` and ` UTC` as databases have it)
 * or without one; `unix` is Unix time, in seconds (9 or 10 digits) or milliseconds (12 or 13). Undefined for any other text, and for a day
 * that does not exist.
 */
export function writtenInstant(text: string): 'clock' | 'unix' | undefined {
  if (clock.test(text)) return isCalendarDate(text) ? 'clock' : undefined;
  return unix.test(text) && !digitsOfClock.test(text) ? 'unix' : undefined;
}

const clock =
  /^\d{4}-\d\d-\d\d[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?: ?[Zz]| (?:UTC|GMT)| ?[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?$/;
const unix = /^(?:\d{9,10}|\d{12,13})$/;
/** `202611231430`: an instant of 1976 in milliseconds, if anybody meant one. */
const digitsOfClock = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d$/;

/** A time as a data file has it. Without an offset it is a wall clock, whose zone only the reader knows. */
export type WrittenTime = { readonly instant: number } | { readonly wall: WallClock };

/** What `writtenInstant` knows, or a date, which is the start of its day. Undefined for anything else. */
export function writtenTime(written: string | number | boolean): WrittenTime | undefined {
  const text = typeof written === 'string' ? written.trim() : String(written);
  if (!date.test(text)) return writtenDateTime(text);
  return isCalendarDate(text) ? { wall: dayOf(text) * dayMs } : undefined;
}

/** What `writtenInstant` knows. */
export function writtenDateTime(text: string): WrittenTime | undefined {
  const form = writtenInstant(text);
  if (form === undefined) return undefined;
  if (form === 'unix') return { instant: text.length <= 10 ? Number(text) * 1000 : Number(text) };
  const end = endOfTime(text);
  if (end === text.length) return { wall: wallOf(text) };
  return { instant: dayOf(text) * dayMs + timeOf(text.slice(11, end)) - offsetOf(text.slice(end).trimStart()) };
}

const date = /^\d{4}-\d\d-\d\d$/;

/** Where the offset begins: with a blank, a `Z` or a sign. */
function endOfTime(text: string): number {
  let at = 16;
  while (at < text.length && ' Zz+-'.indexOf(text.charAt(at)) === -1) at++;
  return at;
}

/** `Z`, `UTC`, `+01`, `+0100`, `+01:00`. */
function offsetOf(text: string): number {
  if (/^[A-Za-z]/.test(text)) return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + (text.length > 3 ? Number(text.slice(-2)) : 0);
  return (text.startsWith('-') ? -minutes : minutes) * minuteMs;
}
