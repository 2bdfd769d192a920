import { cellText } from '../../audience/comparable.ts';
import type { ColumnType } from '../../campaign/sources/source.ts';
import { isCalendarDate } from '../../time/wall-clock.ts';
import { writtenDateTime } from '../../time/written-instant.ts';

/**
 * A cell of a source as JSON: instants in UTC, whatever their offset; texts without blanks around them. A number stays as the source
 * writes it: `12.50` in a message is not `12.5`. Undefined if the value is not of the type.
 */
export function canonicalCell(type: ColumnType, value: unknown): string | undefined {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') {
    const text = cellText(value);
    return text === undefined ? 'null' : fromText[type](text);
  }
  if (value instanceof Date) return fromDate(type, value);
  if (typeof value === 'boolean')
    return type === 'boolean' ? String(value) : type === 'text' ? `"${value}"` : undefined;
  // Infinity and NaN are nothing that could be sent.
  const isNumber = typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value));
  return isNumber ? fromText[type](String(value)) : undefined;
}

const fromText: Readonly<Record<ColumnType, (text: string) => string | undefined>> = {
  text: (text) => JSON.stringify(text),
  number: (text) => {
    if (!/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return undefined;
    // What JSON would write in another way stays text: further digits, or a 0 at the end. Conditions read both as numbers.
    return String(Number(text)) === text ? text : `"${text}"`;
  },
  instant: (text) => {
    const time = writtenDateTime(text);
    return time !== undefined && 'instant' in time ? `"${new Date(time.instant).toISOString()}"` : undefined;
  },
  date: (text) => (/^\d{4}-\d\d-\d\d$/.test(text) && isCalendarDate(text) ? `"${text}"` : undefined),
  boolean: (text) => booleans.get(text.toLowerCase()),
};

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
