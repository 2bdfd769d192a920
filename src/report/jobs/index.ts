import { csvRows } from './csv.ts';
import type { RowPrinter } from './job-row.ts';
import { jsonRows } from './json.ts';
import { junitRows } from './junit.ts';

/** By the campaign's name, and whether a process carries the run out. */
export const rowPrinters = {
  json: (_campaign: string, _underWay: boolean): RowPrinter => jsonRows(),
  csv: (_campaign: string, _underWay: boolean): RowPrinter => csvRows(),
  junit: (campaign: string, underWay: boolean): RowPrinter => junitRows(campaign, underWay),
} as const;
