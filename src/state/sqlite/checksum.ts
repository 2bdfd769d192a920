import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import type { Database, SqlValue, Statement } from '../../platform/sqlite.ts';
import { damaged } from '../state-trouble.ts';
import { rowColumns } from './job-row.ts';

/** Whose row it is. */
export interface RowPlace {
  readonly run: number;
  readonly step: number;
  readonly key: string;
}

/** Stands for NULL, which is another thing than an empty text. */
const nothing = '\u0001';

/**
 * SQLite does not notice a flipped bit inside a page of the file: a `sending` that reads `pending`, or a number that reads as its
 * neighbour's, would be a message sent twice. So each row carries a sum of all that is in it, and every sum is looked at
 * before a run. `values` are those of `rowValues`, and the row's `seq`.
 */
export function rowSum({ run, step, key }: RowPlace, values: readonly SqlValue[]): number {
  let text = `${run}\n${step}\n${key}`;
  for (const value of values) text += `\n${value === null ? nothing : String(value)}`;
  return crc32(text);
}

const summedText = `concat(run, char(10), step, char(10), key, ${[...rowColumns, 'seq']
  .map((column) => `char(10), coalesce(${column}, char(1))`)
  .join()})`;

const texts = ['code', 'reason', 'natural_key', 'request_hash', 'outputs'];
const numbers = ['run', 'step', 'state', 'attempts', 'doubtful', 'first_at', 'at', 'settled_at', 'not_before', 'seq'];

/**
 * A text in the place of a number, and bytes in that of a text, sum up to the same, and are found or read by nobody. SQLite
 * orders numbers before texts, and texts before bytes.
 */
const rightTypes = `(key >= '' AND max(key, ${texts.map((column) => `coalesce(${column}, '')`).join()}) < x''
  AND max(${numbers.map((column) => `coalesce(${column}, 0)`).join()}) < ''
  AND typeof(state + attempts + doubtful) = 'integer' AND attempts BETWEEN 0 AND 1000000)`;

/** Throws `damaged` when a job's row, or a name that rows refer to, is not as it was written. About 1 s for a million jobs. */
export function verifySums(database: Database): void {
  const head = database.prepare('SELECT names_sum FROM head').get();
  if (head === undefined || Number(head['names_sum']) !== namesSum(database)) {
    throw damaged('the names in it are not as they were written');
  }
  for (const { run, step } of database.prepare('SELECT run, step FROM job GROUP BY run, step').all()) {
    verifyStep(database, [run ?? null, step ?? null]);
  }
  const groups = database.prepare(
    `SELECT CAST(seq || char(10) || run || char(10) || jobs AS BLOB) AS text, sum,
       typeof(jobs) = 'text' AND typeof(run) = 'integer' AS types FROM intent`,
  );
  for (const { text, sum, types } of groups.iterate()) {
    if (types !== 1 || !isText(text) || sumOf(text) !== sum) throw asNotWritten();
  }
}

/** To fetch rows one by one would take longer than to sum them up. */
const rowsAtOnce = 1_000;

function verifyStep(database: Database, place: readonly SqlValue[]): void {
  const rows = (after: string): Statement =>
    database.prepare(
      // As bytes: libsql ends the process, no less, when a text that it hands over is no UTF-8.
      `SELECT CAST(group_concat(length(text) || ' ' || sum || ' ' || text, '') AS BLOB) AS texts, count(*) AS rows,
         min(types) AS types, CAST(max(key) AS BLOB) AS last
       FROM (SELECT CAST(${summedText} AS BLOB) AS text, coalesce(sum, '') AS sum, key, ${rightTypes} AS types
         FROM job WHERE run = ? AND step = ? AND ${after} ORDER BY key LIMIT ${rowsAtOnce})`,
    );
  const next = rows('key > ?');
  for (let some = rows('1').get(...place); some !== undefined; ) {
    const { texts, rows: count, types, last } = some;
    if (count === 0) return;
    if (types !== 1 || !isText(last) || !areAsSummed(bytesOf(texts))) throw asNotWritten();
    some = next.get(...place, bytesOf(last).toString('utf8'));
  }
}

/** Length, blank, sum, blank, and the text that is summed; one after another. */
function areAsSummed(bytes: Buffer): boolean {
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (; at < bytes.length && bytes[at] !== blank; at++) value = value * 10 + (bytes[at] ?? 0) - digit0;
    at++;
    return value;
  };
  while (at < bytes.length) {
    const length = number();
    const sum = number();
    if (crc32(bytes.subarray(at, at + length)) !== sum) return false;
    at += length;
  }
  return true;
}

const [blank, digit0] = [0x20, 0x30];

function asNotWritten(): Error {
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

/** Gives every row of a file from before there were such sums its own. */
export function addSums(database: Database): void {
  const set = database.prepare('UPDATE job SET sum = ? WHERE run = ? AND step = ? AND key = ?');
  const rows = database.prepare(
    `SELECT run, step, CAST(key AS BLOB) AS key, CAST(${summedText} AS BLOB) AS text, ${rightTypes} AS types FROM job
     WHERE sum IS NULL LIMIT 10000`,
  );
  for (let some = rows.all(); some.length > 0; some = rows.all()) {
    for (const { run, step, key, text, types } of some) {
      if (types !== 1 || !isText(text)) throw asNotWritten();
      const name = bytesOf(key).toString('utf8');
      set.run(sumOf(text), Number(run), Number(step), name);
    }
  }
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
