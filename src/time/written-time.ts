import { dayMs, dayOf, hourMs, isCalendarDate, minuteMs, timeOf, type WallClock, wallOf } from './wall-clock.ts';

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
type WrittenTime = { readonly instant: number } | { readonly wall: WallClock };

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

/** Reads a cell as a local time; undefined if it is not written so. */
type ReadWall = (text: string) => WallClock | undefined;

/**
 * How a spreadsheet writes times, such as `DD/MM/YYYY HH:mm`: `YYYY`, or `YY` for 20YY; `MM`, `DD`, `HH`, `hh`, `mm` and `ss` with two digits, `M`, `D`,
 * `H` and `h` with one or two; `A` for AM and PM, with `h`. Every other character stands for itself. Or why it is not such a format.
 */
export function readTimeFormat(format: string): ReadWall | string {
  const found = formats.get(format) ?? compile(format);
  formats.set(format, found);
  return found;
}

/**
 * A cell as a format describes it, or with an instant of its own, in ISO 8601 with its offset or in Unix time, as another program has added
 * it; without a format, in ISO 8601 without an offset, too. Undefined for all else.
 */
export function readTime(cell: string, format: string | undefined): WrittenTime | undefined {
  const time = writtenDateTime(cell);
  if (format === undefined) return time;
  const read = readTimeFormat(format);
  if (typeof read === 'string') return undefined;
  const wall = read(cell);
  if (wall !== undefined) return { wall };
  return time !== undefined && 'instant' in time ? time : undefined;
}

const formats = new Map<string, ReadWall | string>();

type Part = 'year' | 'month' | 'day' | 'hour' | 'halfDayHour' | 'minute' | 'second' | 'half';

const tokens = new Map<string, readonly [part: Part, digits: string]>([
  ['YYYY', ['year', '\\d{4}']],
  ['YY', ['year', '\\d\\d']],
  ['MM', ['month', '\\d\\d']],
  ['M', ['month', '\\d\\d?']],
  ['DD', ['day', '\\d\\d']],
  ['D', ['day', '\\d\\d?']],
  ['HH', ['hour', '\\d\\d']],
  ['H', ['hour', '\\d\\d?']],
  ['hh', ['halfDayHour', '\\d\\d']],
  ['h', ['halfDayHour', '\\d\\d?']],
  ['mm', ['minute', '\\d\\d']],
  ['ss', ['second', '\\d\\d']],
  ['A', ['half', '[AaPp]\\.?\\s?[Mm]\\.?']],
]);

function compile(format: string): ReadWall | string {
  const parts: Part[] = [];
  let pattern = '';
  for (const [piece] of format.matchAll(/YYYY|YY|MM?|DD?|HH?|hh?|mm|ss|A|T|[A-Za-z]+|[^A-Za-z]/g)) {
    const token = tokens.get(piece);
    if (token === undefined && /[A-Za-z]/.test(piece) && piece !== 'T') return `\`${piece}\` is not a part of a time`;
    if (token === undefined) {
      // Some spreadsheets write a narrow blank before AM.
      pattern += piece === ' ' ? '\\s+' : piece.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
      continue;
    }
    const [part, digits] = token;
    if (parts.includes(part)) return `it has the ${words[part]} twice`;
    parts.push(part);
    pattern += `(?<${part}>${digits})`;
  }
  const missing = (['year', 'month', 'day', 'minute'] as const).find((part) => !parts.includes(part));
  if (missing !== undefined) return `it lacks the ${words[missing]}`;
  if (parts.includes('hour') === parts.includes('halfDayHour')) return 'it needs either `HH`, or `h` with `A`';
  if (parts.includes('half') !== parts.includes('halfDayHour')) return '`h` and `A` (AM or PM) go together';
  const shape = new RegExp(`^${pattern}$`);
  return (text) => wallFrom(shape.exec(text)?.groups);
}

const words: Readonly<Record<Part, string>> = {
  year: 'year (`YYYY` or `YY`)',
  month: 'month (`MM` or `M`)',
  day: 'day (`DD` or `D`)',
  hour: 'hour',
  halfDayHour: 'hour',
  minute: 'minutes (`mm`)',
  second: 'seconds',
  half: 'AM or PM',
};

function wallFrom(found: Partial<Record<string, string>> | undefined): WallClock | undefined {
  if (found === undefined) return undefined;
  const two = (text: string): string => text.padStart(2, '0');
  const date = `${found['year']!.padStart(4, '20')}-${two(found['month']!)}-${two(found['day']!)}`;
  if (!isCalendarDate(date)) return undefined;
  const hour =
    found['hour'] === undefined ? hourOfHalf(Number(found['halfDayHour']), found['half']!) : Number(found['hour']);
  const [minute, second] = [Number(found['minute']), Number(found['second'] ?? 0)];
  if (!(hour <= 23) || minute > 59 || second > 59) return undefined;
  return dayOf(date) * dayMs + hour * hourMs + minute * minuteMs + second * 1000;
}

/** 12 AM is midnight, 12 PM is noon. */
function hourOfHalf(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0);
}
