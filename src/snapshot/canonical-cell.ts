import type { ColumnType } from '../campaign/sources/source.ts';
import { isCalendarDate } from '../time/calendar.ts';
import { readInstant } from '../time/local-time.ts';
import { writtenInstant } from '../time/written-instant.ts';

/**
 * A cell of a source as JSON, the same for the same value however the source writes it: instants in UTC, numbers as they are
 * printed, texts without blanks around them. Undefined if the value is not of the type.
 */
export function canonicalCell(type: ColumnType, value: unknown): string | undefined {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') {
    const text = trimmed(value);
    return text === '' ? 'null' : fromText[type](text);
  }
  if (value instanceof Date) return fromDate(type, value);
  if (typeof value === 'boolean')
    return type === 'boolean' ? String(value) : type === 'text' ? `"${value}"` : undefined;
  return typeof value === 'number' || typeof value === 'bigint' ? fromText[type](String(value)) : undefined;
}

const fromText: Readonly<Record<ColumnType, (text: string) => string | undefined>> = {
  text: quoted,
  number: (text) => {
    if (!/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return undefined;
    // A number that a double does not hold exactly stays text.
    return String(Number(text)) === text ? text : `"${text}"`;
  },
  instant: (text) => {
    const utc = inUtc.exec(text);
    // Databases write a million of these.
    if (utc !== null && writtenInstant(text) === 'clock')
      return `"${utc[1]}T${utc[2]}.${(utc[3] ?? '').slice(0, 3).padEnd(3, '0')}Z"`;
    const isWithoutOffset = writtenInstant(text) === 'clock' && !hasOffset.test(text);
    const at = isWithoutOffset ? undefined : readInstant(text, 'UTC');
    return at === undefined ? undefined : `"${new Date(at).toISOString()}"`;
  },
  date: (text) => (/^\d{4}-\d\d-\d\d$/.test(text) && isCalendarDate(text) ? `"${text}"` : undefined),
  boolean: (text) => booleans.get(text.toLowerCase()),
};

const inUtc = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d+))?(?:Z|\+00(?::00)?)$/;
const hasOffset = /(?:[Zz]|[+-]\d\d(?::?\d\d)?)$/;

const booleans: ReadonlyMap<string, string> = new Map([
  ['true', 'true'],
  ['t', 'true'],
  ['1', 'true'],
  ['false', 'false'],
  ['f', 'false'],
  ['0', 'false'],
]);

function fromDate(type: ColumnType, value: Date): string | undefined {
  if (Number.isNaN(value.getTime())) return undefined;
  const text = value.toISOString();
  if (type === 'instant' || type === 'text') return `"${text}"`;
  return type === 'date' && text.endsWith('T00:00:00.000Z') ? `"${text.slice(0, 10)}"` : undefined;
}

function trimmed(text: string): string {
  const [first, last] = [text.charCodeAt(0), text.charCodeAt(text.length - 1)];
  return first <= 32 || last <= 32 || first >= 128 || last >= 128 ? text.trim() : text;
}

function quoted(text: string): string {
  return needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`;
}

const needsEscape = /["\\\p{Cc}\p{Cs}]/u;
