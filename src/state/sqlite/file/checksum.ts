import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import type { Database, SqlValue, Statement } from '../../../platform/sqlite.ts';
import { damaged } from '../../state-trouble.ts';
import type { RowCollector } from '../read/step-rows.ts';

/** Called for every step before its rows; undefined if they are not needed. */
export type CollectRows = (run: SqlValue | undefined, step: SqlValue | undefined) => RowCollector | undefined;

/** Throws `damaged` when a job's row, or a name that rows refer to, is not as it was written. */
export function verifySums(database: Database, collect?: CollectRows): void {
  verifyNames(database);
  for (const { run, step } of database.prepare('SELECT run, step FROM job GROUP BY run, step').all()) {
    verifyStep(database, [run ?? null, step ?? null], collect?.(run, step));
  }
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

/** To fetch rows one by one would take longer than to sum them up. */
const rowsAtOnce = 1_000;

/** What is of another type sums up to the same, and is found or read by nobody. */
const rightTypes = `(typeof(key) = 'text' AND typeof(record) = 'text')`;

function verifyStep(database: Database, place: readonly SqlValue[], collector: RowCollector | undefined): void {
  const rows = (after: string): Statement =>
    database.prepare(
      // As bytes: libsql ends the process if a text is not UTF-8.
      `SELECT CAST(group_concat(key || char(10) || record, char(10)) AS BLOB) AS texts, count(*) AS rows,
         min(types) AS types, CAST(max(key) AS BLOB) AS last
       FROM (SELECT key, record, ${rightTypes} AS types
         FROM job WHERE run = ? AND step = ? AND ${after} ORDER BY key LIMIT ${rowsAtOnce})`,
    );
  const next = rows('key > ?');
  const placeSum = crc32(`${place.join('\n')}\n`);
  for (let some = rows('1').get(...place); some !== undefined; ) {
    const { texts, rows: count, types, last } = some;
    if (count === 0) return;
    collector?.begin(Number(count));
    if (types !== 1 || !isText(last) || rowsAsSummed(bytesOf(texts), placeSum, collector) !== count) {
      throw asNotWritten();
    }
    some = next.get(...place, bytesOf(last).toString('utf8'));
  }
}

const [lineFeed, comma, digit0, digit9, bracket] = [0x0a, 0x2c, 0x30, 0x39, 0x5d];

/**
 * Of lines in turns, a key and a record with its sum at the end (`recordText`): how many rows are as they were summed up, until the
 * first that is not. Neither has a line feed of its own.
 */
function rowsAsSummed(bytes: Buffer, placeSum: number, collector: RowCollector | undefined): number {
  let rows = 0;
  for (let at = 0; at < bytes.length; rows++) {
    const recordAt = bytes.indexOf(lineFeed, at) + 1;
    const next = recordAt === 0 ? -1 : bytes.indexOf(lineFeed, recordAt);
    const end = (next === -1 ? bytes.length : next) - 1;
    let sumAt = end;
    while (sumAt > recordAt && bytes[sumAt - 1] !== comma) sumAt--;
    if (bytes[end] !== bracket || sumAt <= recordAt) break;
    if (crc32(bytes.subarray(at, sumAt - 1), placeSum) !== numberIn(bytes, sumAt, end)) break;
    collector?.take(bytes, at, sumAt - 1);
    at = end + 2;
  }
  return rows;
}

/** NaN unless it is a whole number in digits. */
function numberIn(bytes: Buffer, from: number, end: number): number {
  let number = from < end ? 0 : Number.NaN;
  for (let at = from; at < end; at++) {
    const digit = bytes[at] ?? 0;
    number = digit >= digit0 && digit <= digit9 ? number * 10 + digit - digit0 : Number.NaN;
  }
  return number;
}

export function asNotWritten(): Error {
  return damaged('a row has changed since it was written');
}

/** libsql says ArrayBuffer where Node's SQLite says Uint8Array; this takes either. */
function bytesOf(bytes: SqlValue | undefined): Buffer {
  if (typeof bytes !== 'object' || bytes === null) return Buffer.alloc(0);
  return bytes instanceof Uint8Array
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : Buffer.from(bytes);
}

function isText(bytes: SqlValue | undefined): boolean {
  return typeof bytes === 'object' && bytes !== null && isUtf8(bytesOf(bytes));
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
