import { visibleLine } from '../diagnostic/visible-text.ts';

/** RFC 4180. A spreadsheet runs a cell that begins like a formula: such a cell gets an apostrophe before it. */
export function csvCell(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const written = typeof value === 'string' ? value : JSON.stringify(value);
  // Nearly all of a million rows: a number, a state, an instant, an address.
  if (isPlain.test(written)) return written;
  const safe = visibleLine(written.replace(formula, "$1'"));
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Neither a formula nor anything to be escaped. A code such as -41 is a number. */
const isPlain = /^(?:[\w[\]][\w[\]:.+-]*|-\d+)$/;

/** How one begins, also where a spreadsheet takes a semicolon for the end of a cell, as in most of Europe. */
export const formula = /(^|;)(?=[\s"']*[=+\-@＝＋－＠\t\r\0])/g;

/** A table with these columns. */
export function csvTable<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Partial<Record<Column, unknown>>>[],
): string {
  const lines = rows.map((row) => columns.map((column) => csvCell(row[column] ?? undefined)).join(','));
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`;
}
