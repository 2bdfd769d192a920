import { crc32 } from 'node:zlib';
import type { Database, SqlValue } from '../../../platform/sqlite.ts';
import { damaged } from '../../state-trouble.ts';
import { readIntents } from '../read/intents.ts';
import type { StepIndexes } from '../read/key-index.ts';
import { bytesOf, isText } from './bytes.ts';
import { emptyTally, miscounted, readTally } from './tally.ts';
import { asNotWritten, verifyRows } from './verify-rows.ts';

/**
 * Throws `damaged` when a job's row, a count of them, or a name that rows refer to, is not as it was written. Returns where the rows of
 * this run are.
 */
export function verifySums(database: Database, label = ''): StepIndexes {
  verifyCounts(database);
  const wanted = database.prepare('SELECT id FROM run WHERE label = ?').get(label)?.['id'];
  const indexes: StepIndexes = new Map();
  const placeOf = (run: number, step: number): string => `${run} ${step}`;
  const tallies = new Map(readTallies(database).map(({ run, step, tally }) => [placeOf(run, step), tally.join()]));
  /** Jobs that are `sending` for the first time. */
  const first = readIntents(database).filter(([, , , position]) => position === 0);
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

/** Throws `damaged` when the list of intents is not as it was written. */
export function verifyIntents(database: Database): void {
  const head = database.prepare(
    `SELECT CAST(seq || char(10) || intents AS BLOB) AS text, intents_sum AS sum,
       typeof(seq) = 'integer' AND typeof(intents) = 'text' AS types FROM head`,
  );
  const { text = null, sum, types } = head.get() ?? {};
  if (types !== 1 || !isText(text) || sumOf(text) !== sum) throw asNotWritten();
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

/** To be written in the transaction that adds a run or a fact about the file, renames a step, or changes the tables. */
export function storeNamesSum(database: Database): void {
  database.prepare('UPDATE head SET names_sum = ?').run(namesSum(database));
}

/**
 * To be written in the transaction that adds a step. Its id is the highest, so it comes last in the sum: that is continued, where
 * thousands of steps would make it over all of them thousands of times.
 */
export function addStepToNamesSum(database: Database, step: { readonly id: number; readonly name: string }): void {
  const before = Number(database.prepare('SELECT names_sum FROM head').get()?.['names_sum']);
  const entry = nameEntry(Buffer.from(String(step.id)), Buffer.from(`text${step.name}`));
  database.prepare('UPDATE head SET names_sum = ?').run(crc32(entry, before));
}

function nameEntry(a: SqlValue | undefined, b: SqlValue | undefined): string {
  return `${sumOf(a)} ${sumOf(b)}`;
}

/**
 * How the names of those facts begin that say whom a person has confirmed. The sum leaves them out, because it is made again with each
 * change of the run: each has a checksum of its own (people-table.ts).
 */
export const peopleFacts = 'confirmed people';

function namesSum(database: Database): number {
  const names = [
    'SELECT CAST(typeof(name) || name AS BLOB) AS a, CAST(sql AS BLOB) AS b FROM sqlite_master ORDER BY name',
    `SELECT CAST(typeof(name) || name AS BLOB) AS a, CAST(typeof(value) || value AS BLOB) AS b FROM meta
     WHERE name NOT GLOB '${peopleFacts} * *' ORDER BY name`,
    'SELECT CAST(id AS BLOB) AS a, CAST(typeof(label) || label AS BLOB) AS b FROM run ORDER BY id',
    'SELECT CAST(id AS BLOB) AS a, CAST(typeof(name) || name AS BLOB) AS b FROM step ORDER BY id',
  ].flatMap((sql) => database.prepare(sql).all());
  return names.reduce((sum, { a, b }) => crc32(nameEntry(a, b), sum), 0);
}
