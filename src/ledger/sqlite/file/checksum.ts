import { crc32 } from 'node:zlib';
import type { Database, SqlValue } from '../../../platform/sqlite.ts';
import type { RunAbout } from '../../backend.ts';
import { damaged } from '../../state-trouble.ts';
import { findRun } from '../read/find-run.ts';
import { readIntents } from '../read/intents.ts';
import type { StepIndexes } from '../read/key-index.ts';
import { bytesOf, isText } from './bytes.ts';
import { emptyTally, miscounted, readTally } from './tally.ts';
import { asNotWritten, verifyRows } from './verify-rows.ts';

/**
 * Throws `damaged` when a job's row, a count of them, or a name that rows refer to, is not as it was written. Returns where the rows of
 * this run are.
 */
export function verifySums(database: Database, about?: Pick<RunAbout, 'campaign' | 'run'>): StepIndexes {
  verifyCounts(database);
  const wanted = about && findRun(database, about).runId;
  const indexes: StepIndexes = new Map();
  const placeOf = (run: number, step: number): string => `${run} ${step}`;
  const tallies = new Map(readTallies(database).map(({ run, step, tally }) => [placeOf(run, step), tally.join()]));
  /** Jobs that are `sending` for the first time. */
  const first = [...readIntents(database).values()].flat().filter(([, , , position]) => position === 0);
  for (const { run, step, tally, index, hasRow } of verifyRows(database)) {
    const place = placeOf(run, step);
    if (tallies.get(place) !== tally.join()) throw miscounted();
    tallies.delete(place);
    if (first.some((entry) => entry[0] === run && entry[1] === step && hasRow(entry[2]))) {
      throw damaged('a job that is sent for the first time has a row already');
    }
    if (run === wanted) indexes.set(step, index);
  }
  // A step may have given all its rows to another.
  if ([...tallies.values()].some((tally) => tally !== emptyTally.join())) throw miscounted();
  return indexes;
}

/** The same without the rows: throws where names, counts or intents are not as they were written. */
export function verifyCounts(database: Database): void {
  verifyNames(database);
  verifyIntents(database);
  readTallies(database);
}

function readTallies(database: Database) {
  const rows = database
    .prepare('SELECT run, step, CAST(counts AS BLOB) AS counts, typeof(counts) AS type FROM tally')
    .all();
  return rows.map(({ run, step, counts, type }) => {
    if (type !== 'text' || !isText(counts)) throw miscounted();
    const place = { run: Number(run), step: Number(step) };
    return { ...place, tally: readTally(place, bytesOf(counts).toString()) };
  });
}

/** Throws `damaged` when a list of intents, or how far the file has come, is not as it was written. */
export function verifyIntents(database: Database): void {
  const rows = database
    .prepare(
      `SELECT CAST(seq AS BLOB) AS text, seq_sum AS sum, typeof(seq) = 'integer' AS types FROM head
       UNION ALL SELECT CAST(id || char(10) || intents AS BLOB), intents_sum, typeof(intents) = 'text' FROM campaign`,
    )
    .all();
  if (rows.length === 0) throw asNotWritten();
  for (const { text = null, sum, types } of rows) {
    if (types !== 1 || !isText(text) || sumOf(text) !== sum) throw asNotWritten();
  }
}

/** Throws `damaged` when a name that rows refer to, or a table, is not as it was written. */
export function verifyNames(database: Database): void {
  const head = database.prepare('SELECT names_sum FROM head').get();
  if (head === undefined || Number(head['names_sum']) !== namesSum(database)) {
    throw damaged('its names have changed since they were written');
  }
}

function sumOf(bytes: SqlValue | undefined): number | null {
  return typeof bytes === 'object' && bytes !== null ? crc32(bytesOf(bytes)) : null;
}

/** To be written in the transaction that changes a row of a campaign or a run, renames a step, or changes the tables. */
export function storeNamesSum(database: Database): void {
  database.prepare('UPDATE head SET names_sum = ?').run(namesSum(database));
}

/**
 * To be written in the transaction that adds a step. Its id is the highest, so it comes last in the sum: that is continued, where
 * thousands of steps would make it over all of them thousands of times.
 */
export function addStepToNamesSum(
  database: Database,
  { id, campaign, name }: { readonly id: number; readonly campaign: number; readonly name: string },
): void {
  const before = Number(database.prepare('SELECT names_sum FROM head').get()?.['names_sum']);
  const entry = nameEntry(Buffer.from(`${id} ${campaign}`), Buffer.from(`text${name}`));
  database.prepare('UPDATE head SET names_sum = ?').run(crc32(entry, before));
}

function nameEntry(a: SqlValue | undefined, b: SqlValue | undefined): string {
  return `${sumOf(a)} ${sumOf(b)}`;
}

function namesSum(database: Database): number {
  const texts = (...columns: readonly string[]): string =>
    columns.map((name) => `typeof(${name}) || coalesce(${name}, '')`).join(` || char(10) || `);
  const names = [
    `SELECT CAST(${texts('name')} AS BLOB) AS a, CAST(sql AS BLOB) AS b FROM sqlite_master ORDER BY name`,
    `SELECT CAST(${texts('host')} AS BLOB) AS a, CAST(${texts('lineage')} AS BLOB) AS b FROM head`,
    `SELECT CAST(id || ' ' || decisions AS BLOB) AS a,
       CAST(${texts('name', 'service', 'moved_from', 'moved_to')} AS BLOB) AS b FROM campaign ORDER BY id`,
    `SELECT CAST(id || ' ' || campaign AS BLOB) AS a,
       CAST(${texts('label', 'begun_at', 'ended', 'inputs', 'confirmed', 'approvals', 'decided', 'waves')} AS BLOB) AS b
     FROM run ORDER BY id`,
    `SELECT CAST(id || ' ' || campaign AS BLOB) AS a, CAST(${texts('name')} AS BLOB) AS b FROM step ORDER BY id`,
  ].flatMap((sql) => database.prepare(sql).all());
  return names.reduce((sum, { a, b }) => crc32(nameEntry(a, b), sum), 0);
}
