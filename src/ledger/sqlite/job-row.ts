import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { type JobRecord, type JobState, jobStates } from '../../job/job.ts';
import { bytesOf, type Database, type SqlValue } from '../../platform/sql/sqlite.ts';
import { cellsOf, type JobCells, jobColumns, jsonColumns, plainColumns } from '../job-rows.ts';
import { damaged } from '../state-trouble.ts';

/** Of which run and step a row is. */
interface RowPlace {
  readonly run: number;
  readonly step: number;
}

/** A row as it is read: its cells, its sum, and where it is. */
export type StoredCells = JobCells<readonly [sum: number, position: number]>;

/** The text of a row in SQL: its cells as a JSON list without the brackets. */
export const rowText = [
  `trim(json_array(${plainColumns.map((name) => `job.${name}`).join(', ')}), '[]')`,
  ...jsonColumns.map((name) => `coalesce(job.${name}, 'null')`),
].join(` || ',' || `);

/** The text of `StoredCells`. */
export const storedText = `${rowText} || ',' || job.sum || ',' || job.position`;

export function positionIn(cells: StoredCells): number {
  return cells.at(-1) as number;
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

/** Throws `damaged` where a row is not as it was written: the text of what was read is made again. */
export function checked(place: RowPlace, cells: StoredCells): StoredCells {
  const written = JSON.stringify(cells.slice(0, jobColumns.length)).slice(1, -1);
  if (sumOf(place, written) !== cells[jobColumns.length]) throw asNotWritten();
  return cells;
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

/** `was` is undefined for a new row, `is` for one that is taken away. */
interface ChangedState {
  readonly was: JobState | undefined;
  readonly is: JobState | undefined;
}

/** Counts rows of a step that changed their state; in the transaction that writes them. */
export function tallyWriter(database: Database): (step: number, rows: readonly ChangedState[]) => void {
  const select = database.prepare('SELECT counts FROM step WHERE id = ?');
  const put = database.prepare('UPDATE step SET counts = ? WHERE id = ?');
  return (step, rows) => {
    if (rows.length === 0) return;
    const tally = [...readTally(select.get(step)?.['counts'])];
    for (const { was, is } of rows) {
      if (was !== undefined) tally[jobStates.indexOf(was)]!--;
      if (is !== undefined) tally[jobStates.indexOf(is)]!++;
    }
    put.run(JSON.stringify(tally), step);
  };
}

/** A job's row as it will be. */
export interface JobRow {
  readonly position: number;
  readonly job: JobRecord;
  /** What the row says now; undefined where it is new. */
  readonly was: JobState | undefined;
}

const columns = ['run', 'step', 'position', ...jobColumns, 'sum'];

/** Writes rows of one step and counts them. In a transaction. */
export function rowWriter(database: Database): (place: RowPlace, rows: readonly JobRow[]) => void {
  const put = database.prepare(
    `INSERT INTO job (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
     ON CONFLICT (run, step, position) DO UPDATE SET ${columns
       .slice(3)
       .map((name) => `${name} = excluded.${name}`)
       .join(', ')}
     WHERE key = excluded.key`,
  );
  const count = tallyWriter(database);
  return (place, rows) => {
    const { run, step } = place;
    for (const { position, job } of rows) {
      const cells = cellsOf(job);
      const { changes } = put.run(run, step, position, ...cells, sumOf(place, textOf(cells)));
      if (changes !== 1) throw new Error(`run ${run} has a row of another job in the place of one`);
    }
    count(
      step,
      rows.map(({ was, job }) => ({ was, is: job.state })),
    );
  };
}

/** To fetch a million rows one by one takes seconds. The text of more of them is an allocation of its own, which takes longer. */
const rowsAtOnce = 250;

/** Reads rows of a step in their order, some at a time, as `cells` says; only jobs in this state, where one is given. */
export function rowBlocks<Cells = StoredCells>(database: Database, cells: string = storedText) {
  const select = database.prepare(
    `SELECT ${rowsText('cells')} AS list, max(position) AS last FROM (
       SELECT position, ${cells} AS cells FROM job
       WHERE run = ?1 AND step = ?2 AND position > ?3 AND (?4 IS NULL OR state = ?4)
       ORDER BY position LIMIT ${rowsAtOnce})`,
  );
  return function* ({ run, step }: RowPlace, state?: JobState): Generator<readonly Cells[]> {
    for (let after = 0; ; ) {
      const { list, last } = select.get(run, step, after, state ?? null) ?? {};
      const rows = parseRows(list) as readonly Cells[];
      if (rows.length > 0) yield rows;
      if (rows.length < rowsAtOnce) return;
      after = Number(last);
    }
  };
}
