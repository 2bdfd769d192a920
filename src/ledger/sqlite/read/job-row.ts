import { crc32 } from 'node:zlib';
import type { JobRecord } from '../../../job/job.ts';
import { cellsOf, type JobCells, jobColumns } from '../../job-rows.ts';

/** Of which run and step a row is. */
export interface RowPlace {
  readonly run: number;
  readonly step: number;
}

/** A row as it is read: its cells, and its sum. */
export type StoredCells = JobCells<readonly [sum: number]>;

/** The text of a row in SQL: its cells as a JSON list without the brackets. */
export const rowText = `trim(json_array(${jobColumns
  .slice(0, -1)
  .map((name) => `job.${name}`)
  .join(', ')}), '[]') || ',' || coalesce(job.details, 'null')`;

/** The same of a record. */
export function textOf(job: JobRecord): string {
  const cells = cellsOf(job);
  return `${JSON.stringify(cells.slice(0, -1)).slice(1, -1)},${cells.at(-1)}`;
}

/**
 * SQLite does not notice a flipped bit inside a page of the file: a `sending` that reads `pending`, or a number that reads as its
 * neighbour's, would be a message sent twice. So each row has a checksum of all of it, its place included, and every checksum is verified
 * before a run (verify-file.ts).
 */
export function sumOf({ run, step }: RowPlace, text: string): number {
  return crc32(`${run}\n${step}\n${text}`);
}

/** Whether a row is as it was written: the text of what was read is made again. */
export function isSound(place: RowPlace, cells: StoredCells): boolean {
  return sumOf(place, JSON.stringify(cells.slice(0, -1)).slice(1, -1)) === cells.at(-1);
}
