import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import type { SqlValue } from '../../../platform/sql/sqlite.ts';
import { type cellsOf, type JobCells, jobColumns, jsonColumns, plainColumns } from '../../job-rows.ts';
import { damaged } from '../../state-trouble.ts';
import { bytesOf } from '../file/bytes.ts';

/** Of which run and step a row is. */
export interface RowPlace {
  readonly run: number;
  readonly step: number;
}

/** A row as it is read: its cells, and its sum. */
export type StoredCells = JobCells<readonly [sum: number]>;

/** The text of a row in SQL: its cells as a JSON list without the brackets. */
export const rowText = [
  `trim(json_array(${plainColumns.map((name) => `job.${name}`).join(', ')}), '[]')`,
  ...jsonColumns.map((name) => `coalesce(job.${name}, 'null')`),
].join(` || ',' || `);

/** The same with where it is. */
export const placedRowText = `${rowText} || ',' || job.position`;

export type PlacedCells = JobCells<readonly [position: number]>;

export function positionIn(cells: PlacedCells): number {
  return cells[jobColumns.length];
}

/** The text of a row that is written. */
export function textOf(cells: ReturnType<typeof cellsOf>): string {
  const plain = JSON.stringify(cells.slice(0, plainColumns.length)).slice(1, -1);
  return `${plain},${cells.slice(plainColumns.length).map(String).join()}`;
}

/**
 * In SQL: the lists of many rows, of which `cells` is the inside, as one text. As bytes: libsql ends the process if a text is not UTF-8, and
 * nobody may have verified the rows.
 */
export function rowsText(cells: string): string {
  return `CAST(group_concat('[' || ${cells} || ']') AS BLOB)`;
}

/** What `rowsText` has read. */
export function parseRows(text: SqlValue | undefined): unknown {
  const bytes = bytesOf(text);
  if (!isUtf8(bytes)) throw asNotWritten();
  try {
    return JSON.parse(`[${bytes.toString()}]`);
  } catch {
    throw asNotWritten();
  }
}

export function asNotWritten(): Error {
  return damaged('a row has changed since it was written');
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
