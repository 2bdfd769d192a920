import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Database, databaseTrouble, openDatabase, type SqlValue } from '../../platform/sqlite.ts';
import { SourceFailure } from '../source-failure.ts';
import type { ReadOptions, SourceReader } from '../source-reader.ts';
import { distinctColumns } from './distinct-columns.ts';

const busyMs = 5_000;
/** Between them a Ctrl-C is noticed. */
const rowsAtOnce = 10_000;

/** One statement reads one state of the file, which is opened for reading only. */
export const readSqlite: SourceReader = async (wanted, sink, how) => {
  const { query } = wanted;
  if (query.kind !== 'sqlite') return;
  const path = pathOf(how);
  let database: Database | undefined;
  const until = Date.now() + how.timeoutMs;
  try {
    database = openDatabase(path, { readOnly: true, busyMs });
    const statement = database.prepare(query.text);
    sink.onHeader(distinctColumns(statement.columnNames()));
    let row = 0;
    let cells: readonly SqlValue[] = [];
    const cell = (column: number): unknown => cells[column];
    for (cells of statement.iterateCells(...query.values.map(asSqlValue))) {
      sink.onRow(cell, ++row);
      if (row % rowsAtOnce > 0) continue;
      await new Promise((next) => setImmediate(next));
      if (how.signal.aborted) throw new SourceFailure('reading was stopped');
      if (Date.now() >= until)
        throw new SourceFailure(`it took more than ${how.timeoutMs / 1000} s`, 'raise `timeout`');
    }
  } catch (error) {
    throw error instanceof SourceFailure ? error : failureOf(error, path);
  } finally {
    database?.close();
  }
};

function asSqlValue(value: string | number | boolean): SqlValue {
  return typeof value === 'boolean' ? Number(value) : value;
}

/** A path, relative to the campaign, or an address such as sqlite:///var/crm.db or file:///var/crm.db. */
function pathOf({ address, variable, directory }: ReadOptions): string {
  if (address === undefined)
    throw new SourceFailure(`${variable} is not set`, `set it to the path of the database, such as ${variable}=crm.db`);
  const text = address.replace(/^sqlite:/i, 'file:');
  try {
    return resolve(directory, /^file:\/\//i.test(text) ? fileURLToPath(text) : text.replace(/^file:/i, ''));
  } catch {
    throw new SourceFailure(`${variable} is not a path or a file address`, `write ${variable}=sqlite:///path/to.db`);
  }
}

function failureOf(error: unknown, path: string): unknown {
  if (!(error instanceof Error)) return error;
  if (error.message.startsWith('no such file')) return new SourceFailure(`there is no file ${path}`);
  if (/too large|out of range|safe integer|BigInt/i.test(error.message))
    return new SourceFailure('a number is too large to be read exactly', 'select it as text: `CAST(… AS TEXT)`');
  const known = troubles[databaseTrouble(error) ?? 'other']?.(path, error.message);
  if (known !== undefined) return new SourceFailure(...known);
  return 'code' in error ? new SourceFailure(`SQLite refused the statement: ${error.message}`) : error;
}

const troubles: Readonly<
  Partial<Record<string, (path: string, words: string) => readonly [message: string, hint?: string]>>
> = {
  damaged: (path) => [`${path} is damaged, or not a SQLite file`],
  busy: () => ['another program has locked the database', 'try again later'],
  readOnly: (_, words) => [
    `the statement would write, or the file cannot be read: ${words}`,
    'use a SELECT that changes nothing',
  ],
};
