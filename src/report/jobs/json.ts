import type { RowPrinter } from './job-row.ts';

/** An array with one object per line. */
export function jsonRows(): RowPrinter {
  let first = true;
  return {
    begin: () => '[',
    row(row) {
      const comma = first ? '' : ',';
      first = false;
      return `${comma}\n${JSON.stringify(row)}`;
    },
    end: () => '\n]\n',
  };
}
