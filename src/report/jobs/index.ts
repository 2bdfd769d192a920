import { csvRows } from './csv.ts';
import type { RowPrinter } from './job-row.ts';
import { jsonRows } from './json.ts';
import { junitRows } from './junit.ts';

export const rowPrinters = {
  json: (_campaign: string): RowPrinter => jsonRows(),
  csv: (_campaign: string): RowPrinter => csvRows(),
  junit: (campaign: string): RowPrinter => junitRows(campaign),
} as const;
