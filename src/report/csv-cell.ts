import { visibleLine } from '../diagnostic/visible-text.ts';

/** RFC 4180. A spreadsheet runs a cell that begins like a formula: such a cell gets an apostrophe before it. */
export function csvCell(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const written = typeof value === 'string' ? value : JSON.stringify(value);
  // Nearly all of a million rows: a number, a state, an instant, an address.
  if (isPlain.test(written)) return written;
  const text = visibleLine(written);
  // A code such as -41 is a number, not a formula.
  const safe = /^[\s"']*[=+\-@＝＋－＠\t\r\0]/.test(written) && !/^-?\d+$/.test(text) ? `'${text}` : text;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Neither a formula nor anything to be escaped. */
const isPlain = /^[\w[\]][\w[\]:.+-]*$/;

/** A table with these columns. */
export function csvTable<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Partial<Record<Column, unknown>>>[],
): string {
  const lines = rows.map((row) => columns.map((column) => csvCell(row[column] ?? undefined)).join(','));
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`;
}
