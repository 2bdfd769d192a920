import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { JobRow, RowPrinter } from './job-row.ts';

const columns = [
  'address',
  'step',
  'key',
  'state',
  'code',
  'reason',
  'attempts',
  'firstAt',
  'at',
  'settledAt',
  'naturalKey',
  'outputs',
  'leftAt',
  'decidedBy',
  'decidedAt',
  'comment',
] as const satisfies readonly (keyof JobRow)[];

/** RFC 4180. A spreadsheet runs a cell that begins like a formula: such a cell gets an apostrophe before it. */
export function csvRows(): RowPrinter {
  return {
    begin: () => `${columns.join(',')}\r\n`,
    row: (row) => `${columns.map((column) => cell(row[column])).join(',')}\r\n`,
    end: () => '',
  };
}

function cell(value: JobRow[keyof JobRow]): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const written = typeof value === 'string' ? value : JSON.stringify(value);
  const text = visibleLine(written);
  // A code such as -41 is a number, not a formula.
  const safe = /^[\s"']*[=+\-@\t\r\0]/.test(written) && !/^-?\d+$/.test(text) ? `'${text}` : text;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
