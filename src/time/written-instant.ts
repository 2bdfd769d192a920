import { isCalendarDate } from './calendar.ts';

/**
 * How data files write an instant: `clock` is ISO 8601, with an offset (`Z`, `+01:00`, `+0100`, or `+01` as databases have it) or
 * without one; `unix` is Unix time, in seconds (up to 11 digits) or milliseconds. Undefined for any other text, and for a day that
 * does not exist.
 */
export function writtenInstant(text: string): 'clock' | 'unix' | undefined {
  if (clock.test(text)) return isCalendarDate(text) ? 'clock' : undefined;
  return unix.test(text) ? 'unix' : undefined;
}

const clock =
  /^\d{4}-\d\d-\d\d[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?: ?[Zz]| ?[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?$/;
const unix = /^\d{9,14}$/;
