import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import type { Database, SqlValue, Statement } from '../../platform/sqlite.ts';
import { damaged } from '../state-trouble.ts';
import type { RowCollector } from './step-rows.ts';

/** Told of every step before its rows; undefined where they are not of use. */
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
    throw damaged('the names in it are not as they were written');
  }
}

/** To fetch rows one by one would take longer than to sum them up. */
const rowsAtOnce = 1_000;

/** What is summed, and the sum at its end (`recordText`). */
const summedText = 'concat(run, char(10), step, char(10), key, char(10), record)';
/** What is of another type sums up to the same, and is found or read by nobody. */
const rightTypes = `(typeof(key) = 'text' AND typeof(record) = 'text')`;

function verifyStep(database: Database, place: readonly SqlValue[], collector: RowCollector | undefined): void {
  const rows = (after: string): Statement =>
    database.prepare(
      // As bytes: libsql ends the process, no less, when a text that it hands over is no UTF-8.
      `SELECT CAST(group_concat(length(text) || ' ' || text, '') AS BLOB) AS texts, count(*) AS rows,
         min(types) AS types, CAST(max(key) AS BLOB) AS last
       FROM (SELECT CAST(${summedText} AS BLOB) AS text, key, ${rightTypes} AS types
         FROM job WHERE run = ? AND step = ? AND ${after} ORDER BY key LIMIT ${rowsAtOnce})`,
    );
  const next = rows('key > ?');
  for (let some = rows('1').get(...place); some !== undefined; ) {
    const { texts, rows: count, types, last } = some;
    if (count === 0) return;
    collector?.begin(Number(count));
    if (types !== 1 || !isText(last) || !areAsSummed(bytesOf(texts), collector)) throw asNotWritten();
    some = next.get(...place, bytesOf(last).toString('utf8'));
  }
}

const [blank, comma, digit0, digit9, bracket] = [0x20, 0x2c, 0x30, 0x39, 0x5d];

/** Length, blank, and the text with its sum; one after another. */
function areAsSummed(bytes: Buffer, collector: RowCollector | undefined): boolean {
  for (let at = 0; at < bytes.length; ) {
    let length = 0;
    for (; at < bytes.length && bytes[at] !== blank; at++) length = length * 10 + (bytes[at] ?? 0) - digit0;
    at++;
    const end = at + length - 1;
    const sumAt = bytes.lastIndexOf(comma, end) + 1;
    if (bytes[end] !== bracket || sumAt <= at) return false;
    if (crc32(bytes.subarray(at, sumAt - 1)) !== numberIn(bytes, sumAt, end)) return false;
    collector?.take(bytes, at, sumAt - 1);
    at = end + 1;
  }
  return true;
}

/** NaN for what is no whole number in digits. */
function numberIn(bytes: Buffer, from: number, end: number): number {
  let number = from < end ? 0 : Number.NaN;
  for (let at = from; at < end; at++) {
    const digit = bytes[at] ?? 0;
    number = digit >= digit0 && digit <= digit9 ? number * 10 + digit - digit0 : Number.NaN;
  }
  return number;
}

export function asNotWritten(): Error {
  return damaged('a row of it is not as it was written');
}

/** libsql says ArrayBuffer where Node's SQLite says Uint8Array; this takes either. */
function bytesOf(bytes: SqlValue | undefined): Buffer {
  return typeof bytes === 'object' && bytes !== null ? Buffer.from(new Uint8Array(bytes)) : Buffer.alloc(0);
}

function isText(bytes: SqlValue | undefined): boolean {
  return typeof bytes === 'object' && bytes !== null && isUtf8(bytesOf(bytes));
}

function sumOf(bytes: SqlValue | undefined): number | null {
  return typeof bytes === 'object' && bytes !== null ? crc32(bytesOf(bytes)) : null;
}

/** To be written in the transaction that adds a run, a step or a fact about the file, or changes its tables. */
export function storeNamesSum(database: Database): void {
  database.prepare('UPDATE head SET names_sum = ?').run(namesSum(database));
}

function namesSum(database: Database): number {
  const names = [
    'SELECT CAST(typeof(name) || name AS BLOB) AS a, CAST(sql AS BLOB) AS b FROM sqlite_master ORDER BY name',
    'SELECT CAST(typeof(name) || name AS BLOB) AS a, CAST(typeof(value) || value AS BLOB) AS b FROM meta ORDER BY name',
    'SELECT CAST(id AS BLOB) AS a, CAST(typeof(label) || label AS BLOB) AS b FROM run ORDER BY id',
    'SELECT CAST(id AS BLOB) AS a, CAST(typeof(name) || name AS BLOB) AS b FROM step ORDER BY id',
  ].flatMap((sql) => database.prepare(sql).all());
  return names.reduce((sum, { a, b }) => crc32(`${sumOf(a ?? null)} ${sumOf(b ?? null)}`, sum), 0);
}
