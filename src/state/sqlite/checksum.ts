import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import type { Database, SqlValue } from '../../platform/sqlite.ts';
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

/** As bytes: libsql ends the process, no less, when a text that it hands over is no UTF-8. */
const summedText = `CAST(run || char(10) || step || char(10) || key${[...rowColumns, 'seq']
  .map((column) => ` || char(10) || coalesce(${column}, char(1))`)
  .join('')} AS BLOB)`;

/** A text in the place of a number reads the same, and is found by no query. */
const rightTypes = `typeof(key) = 'text' AND typeof(state + attempts + doubtful) = 'integer'
  AND attempts BETWEEN 0 AND 1000000 AND ${[
    'run',
    'step',
    'state',
    'attempts',
    'doubtful',
    'first_at',
    'at',
    'settled_at',
    'not_before',
    'seq',
  ]
    .map((column) => `typeof(${column}) <> 'text'`)
    .join(' AND ')}`;

/** Throws `damaged` when a job's row, or a name that rows refer to, is not as it was written. About 1 s for a million jobs. */
export function verifySums(database: Database): void {
  const head = database.prepare('SELECT names_sum FROM head').get();
  if (head === undefined || Number(head['names_sum']) !== namesSum(database)) {
    throw damaged('the names in it are not as they were written');
  }
  const rows = database.prepare(`SELECT ${summedText} AS text, sum, ${rightTypes} AS types FROM job`);
  for (const { text, sum, types } of rows.iterate()) {
    if (types !== 1 || !isText(text) || sumOf(text) !== sum) throw damaged('a row of it is not as it was written');
  }
  const groups = database.prepare(
    `SELECT CAST(seq || char(10) || run || char(10) || jobs AS BLOB) AS text, sum,
       typeof(jobs) = 'text' AND typeof(run) = 'integer' AS types FROM intent`,
  );
  for (const { text, sum, types } of groups.iterate()) {
    if (types !== 1 || !isText(text) || sumOf(text) !== sum) throw damaged('a row of it is not as it was written');
  }
}

function isText(bytes: SqlValue | undefined): boolean {
  return typeof bytes === 'object' && bytes !== null && isUtf8(new Uint8Array(bytes));
}

function sumOf(bytes: SqlValue | undefined): number | null {
  // libsql says ArrayBuffer where Node's SQLite says Uint8Array; this takes either.
  return typeof bytes === 'object' && bytes !== null ? crc32(new Uint8Array(bytes)) : null;
}

/** To be written in the transaction that adds a run, a step or a fact about the file, or changes its tables. */
export function storeNamesSum(database: Database): void {
  database.prepare('UPDATE head SET names_sum = ?').run(namesSum(database));
}

/** Gives every row of a file from before there were such sums its own. */
export function addSums(database: Database): void {
  const set = database.prepare('UPDATE job SET sum = ? WHERE run = ? AND step = ? AND key = ?');
  const rows = database.prepare(
    `SELECT run, step, CAST(key AS BLOB) AS key, ${summedText} AS text, ${rightTypes} AS types FROM job
     WHERE sum IS NULL LIMIT 10000`,
  );
  for (let some = rows.all(); some.length > 0; some = rows.all()) {
    for (const { run, step, key, text, types } of some) {
      if (types !== 1 || !isText(text)) throw damaged('a row of it is not as it was written');
      const name = Buffer.from(key as Uint8Array).toString('utf8');
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
