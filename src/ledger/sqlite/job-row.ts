import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { type JobRecord, type JobState, jobStates } from '../../job/job.ts';
import { bytesOf, type Database, type SqlValue } from '../../platform/sql/sqlite.ts';
import { cellsOf, type JobCells, jobColumns, jsonColumns, plainColumns } from '../job-rows.ts';
import { damaged } from '../state-trouble.ts';

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

/** How many rows of a step are in each state, in the order of `jobStates`. */
export type Tally = readonly number[];

/** Its text in the file is a list, as JSON. A step that is not in the file has no rows. */
export function readTally(text: SqlValue | undefined): Tally {
  const tally = text === undefined ? emptyTally : (JSON.parse(String(text)) as Tally);
  return emptyTally.map((none, state) => tally[state] ?? none);
}

export function miscounted(): Error {
  return damaged('its rows are not as many as were written');
}

export const emptyTally: Tally = jobStates.map(() => 0);

/** Rows of one step that changed their state; `was` is undefined for a new row, `is` for one that is taken away. */
export interface StepChanges {
  readonly step: number;
  readonly rows: readonly { readonly was: JobState | undefined; readonly is: JobState | undefined }[];
}

/** Counts rows that changed their state; in the transaction that writes them. */
export function tallyWriter(database: Database): (steps: readonly StepChanges[]) => void {
  const select = database.prepare('SELECT counts FROM step WHERE id = ?');
  const put = database.prepare('UPDATE step SET counts = ? WHERE id = ?');
  return (steps) => {
    for (const { step, rows } of steps) {
      if (rows.length === 0) continue;
      const tally = [...readTally(select.get(step)?.['counts'])];
      for (const { was, is } of rows) {
        if (was !== undefined) tally[jobStates.indexOf(was)]!--;
        if (is !== undefined) tally[jobStates.indexOf(is)]!++;
      }
      put.run(JSON.stringify(tally), step);
    }
  };
}

/** A job's row as it will be. */
export interface JobRow {
  readonly position: number;
  readonly job: JobRecord;
  /** What the row says now; undefined where it is new. */
  readonly was: JobState | undefined;
}

/** Rows of one step. */
export interface RowsOfStep {
  readonly step: number;
  readonly rows: readonly JobRow[];
}

/** Writes rows of one run and counts them. In a transaction. */
export type RowWriter = (run: number, steps: readonly RowsOfStep[]) => void;

const columns = ['run', 'step', 'position', ...jobColumns, 'sum'];

export function rowWriter(database: Database): RowWriter {
  const put = database.prepare(
    `INSERT INTO job (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
     ON CONFLICT (run, step, position) DO UPDATE SET ${columns
       .slice(3)
       .map((name) => `${name} = excluded.${name}`)
       .join(', ')}
     WHERE key = excluded.key`,
  );
  const count = tallyWriter(database);
  return (run, steps) => {
    for (const { step, rows } of steps) {
      for (const { position, job } of rows) {
        const cells = cellsOf(job);
        const { changes } = put.run(run, step, position, ...cells, sumOf({ run, step }, textOf(cells)));
        if (changes !== 1) throw new Error(`run ${run} has a row of another job in the place of one`);
      }
    }
    count(steps.map(({ step, rows }) => ({ step, rows: rows.map(({ was, job }) => ({ was, is: job.state })) })));
  };
}
