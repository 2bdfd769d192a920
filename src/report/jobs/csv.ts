import { csvCell } from '../csv-cell.ts';
import { jobColumns, type RowPrinter } from './job-row.ts';

export function csvRows(): RowPrinter {
  return {
    begin: () => `${jobColumns.join(',')}\r\n`,
    row: (row) => `${jobColumns.map((column) => csvCell(row[column])).join(',')}\r\n`,
    end: () => '',
  };
}
