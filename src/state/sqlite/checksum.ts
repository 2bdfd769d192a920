import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import type { Database, SqlValue } from '../../platform/sqlite.ts';
import { damaged } from '../state-trouble.ts';

/** Whose row it is, and what has become of it. */
export interface SummedJob {
  readonly run: number;
  readonly step: number;
  readonly key: string;
  readonly state: number;
}

/**
 * SQLite does not notice a flipped bit inside a page of the file: a `sending` that reads `pending`, or a number that reads as its
 * neighbour's, would be a message sent twice. So each row carries a sum, and every sum is looked at before a run.
 */
export function jobSum({ run, step, key, state }: SummedJob): number {
  return crc32(`${run}\n${step}\n${state}\n${key}`);
}

/** What later steps read from a job has a sum of its own, as it is not always written with the state. */
export function outputsSum(outputs: string | null): number | null {
  return outputs === null ? null : crc32(outputs);
}

/** As bytes: libsql ends the process, no less, when a text that it hands over is no UTF-8. */
const summedText = 'CAST(run || char(10) || step || char(10) || state || char(10) || key AS BLOB)';

/** Throws `damaged` when a job's row, or a name that rows refer to, is not as it was written. About 1 s for a million jobs. */
export function verifySums(database: Database): void {
  const head = database.prepare('SELECT names_sum FROM head').get();
  if (head === undefined || Number(head['names_sum']) !== namesSum(database)) {
    throw damaged('the names in it are not as they were written');
  }
  const rows = database.prepare(
    `SELECT ${summedText} AS text, sum, CAST(outputs AS BLOB) AS outputs, outputs_sum, ${otherTexts} AS others,
       ${numbers} AS numbers FROM job`,
  );
  for (const { text, sum, outputs, outputs_sum, others, numbers } of rows.iterate()) {
    const asWritten = sumOf(text) === sum && sumOf(outputs) === outputs_sum;
    if (!asWritten || numbers !== 1 || !isText(others)) throw damaged('a row of it is not as it was written');
  }
}

/** What has no sum can at least be read; and a key of the same bytes that is no text is found by no query. */
const otherTexts = `CAST(coalesce(code, '') || char(10) || coalesce(reason, '') || char(10) || coalesce(natural_key, '')
  || char(10) || coalesce(request_hash, '') AS BLOB)`;
const numbers = `typeof(key) = 'text' AND typeof(state) = 'integer' AND typeof(attempts) = 'integer' AND attempts BETWEEN 0 AND 1000000 AND typeof(doubtful) = 'integer'
  AND typeof(coalesce(first_at, 0) + coalesce(at, 0) + coalesce(settled_at, 0) + coalesce(not_before, 0)) <> 'text'`;

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

/** Gives every row of a file that had no sums its own. */
export function addSums(database: Database): void {
  const set = database.prepare('UPDATE job SET sum = ?, outputs_sum = ? WHERE run = ? AND step = ? AND key = ?');
  const rows = database.prepare('SELECT run, step, key, state, outputs FROM job WHERE sum IS NULL LIMIT 10000');
  for (let some = rows.all(); some.length > 0; some = rows.all()) {
    for (const row of some) {
      const [run, step, state, key] = [
        Number(row['run']),
        Number(row['step']),
        Number(row['state']),
        String(row['key']),
      ];
      const outputs = row['outputs'] === null ? null : String(row['outputs']);
      set.run(jobSum({ run, step, key, state }), outputsSum(outputs), run, step, key);
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
