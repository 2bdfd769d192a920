import { csvCell } from '../csv-cell.ts';
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

export function csvRows(): RowPrinter {
  return {
    begin: () => `${columns.join(',')}\r\n`,
    row: (row) => `${columns.map((column) => csvCell(row[column])).join(',')}\r\n`,
    end: () => '',
  };
}
