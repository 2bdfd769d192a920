import { dayMs, dayOf, hourMs, isCalendarDate, minuteMs, type WallClock } from './wall-clock.ts';
import { type WrittenTime, writtenDateTime } from './written-instant.ts';

/** Reads a cell as a local time; undefined if it is not written so. */
export type ReadWall = (text: string) => WallClock | undefined;

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
  return (text) => wallOf(shape.exec(text)?.groups);
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

function wallOf(found: Partial<Record<string, string>> | undefined): WallClock | undefined {
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
