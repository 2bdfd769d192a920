import type { Database, Row as SqliteRow, SqlValue } from '../platform/sql/sqlite.ts';
import { nameOf, type Person } from './contacts/person.ts';
import type { Row, Scans } from './postgres/session.ts';

/**
 * What is asked of a ledger, or written to it, in SQL that both drivers know: a file carries its statements out at once, a store one after
 * another. Each is written as PostgreSQL has it; a list of people is one value.
 */
export type Asked<T> = Generator<Statement, T, readonly Row[]>;

/** A file answers at once, a store later. */
export type Later<T> = T | Promise<T>;

type Statement =
  /** `isScan`: it may look through many rows. */
  { readonly sql: string; readonly values: readonly unknown[]; readonly isScan: boolean } | Rows;

/** Rows of a table of contacts, which is called `known` in `onConflict`. */
interface Rows {
  readonly into: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  readonly onConflict: string;
}

export function* ask(sql: string, values: readonly unknown[] = []): Asked<readonly Row[]> {
  return yield { sql, values, isScan: false };
}

export function* scan(sql: string, values: readonly unknown[] = []): Asked<readonly Row[]> {
  return yield { sql, values, isScan: true };
}

/**
 * Says how many were written. None is there twice. `rowOf` is called for some of them before each statement: a server ends a transaction in
 * which nothing is asked for seconds.
 */
export function* putRows<Column extends string, One>(
  into: string,
  columns: readonly Column[],
  all: Iterable<One>,
  rowOf: (one: One) => Readonly<Record<Column, unknown>>,
  onConflict: string,
): Asked<number> {
  let written = 0;
  for (const some of inChunks(all)) {
    const [done] = yield { into, columns, rows: some.map(rowOf), onConflict };
    written += Number(done?.['written']);
  }
  return written;
}

const contactSchema = 'callsheet_contacts';

/** By the clock of the database, or of the machine whose file it is. */
export const secondsNow = 'extract(epoch FROM clock_timestamp())::bigint';

export async function inStore<T>(queries: Scans, asked: Asked<T>): Promise<T> {
  let step = asked.next();
  while (step.done !== true) step = asked.next(await inPostgres(queries, step.value));
  return step.value;
}

const typeOf: Readonly<Record<string, string>> = {
  project: 'int',
  scope: 'int',
  claimant: 'int',
  open: 'int',
  person: 'bytea',
  ...Object.fromEntries(['at', 'starts', 'ends', 'expires', 'import', 'imported'].map((name) => [name, 'bigint'])),
};

async function inPostgres({ rows, scan: scanRows }: Scans, statement: Statement): Promise<readonly Row[]> {
  if ('sql' in statement) return (statement.isScan ? scanRows : rows)(statement.sql, statement.values);
  const { into, columns, onConflict } = statement;
  const lists = columns.map((name, at) => `$${at + 1}::${typeOf[name] ?? 'text'}[]`);
  const written = await rows(
    `INSERT INTO ${contactSchema}.${into} AS known (${columns.join()}) SELECT * FROM unnest(${lists.join()}) ${onConflict} RETURNING 1`,
    columns.map((name) => statement.rows.map((row) => asBytes(row[name]))),
  );
  return [{ written: written.length }];
}

/** The other driver may have people as bytes of another kind. */
function asBytes(value: unknown): unknown {
  return value instanceof Uint8Array || value instanceof ArrayBuffer ? Buffer.from(value as Uint8Array) : value;
}

/** Within a transaction, where it writes. */
export function inFile<T>(database: Database, asked: Asked<T>): T {
  let step = asked.next();
  while (step.done !== true) step = asked.next(inSqlite(database, step.value));
  return step.value;
}

function inSqlite(database: Database, statement: Statement): readonly SqliteRow[] {
  if ('sql' in statement) {
    const values = statement.values.map((value) =>
      Array.isArray(value) ? JSON.stringify((value as readonly Person[]).map(nameOf)) : (value as SqlValue),
    );
    return database.prepare(asSqlite(statement.sql)).all(...values);
  }
  const { into, columns, onConflict } = statement;
  const places = columns.map(() => '?');
  const insert = database.prepare(
    `INSERT INTO ${into} AS known (${columns.join()}) VALUES (${places.join()}) ${onConflict}`,
  );
  const valuesOf = (row: Row): readonly SqlValue[] => columns.map((name) => row[name] as SqlValue);
  return [{ written: statement.rows.reduce((sum, row) => sum + insert.run(...valuesOf(row)).changes, 0) }];
}

export function asSqlite(sql: string): string {
  return sql
    .replaceAll(secondsNow, "CAST(strftime('%s', 'now') AS INTEGER)")
    .replaceAll(/\bcallsheet(_contacts)?\./g, '')
    .replaceAll(' COLLATE "C"', '')
    .replaceAll(/ FOR (NO KEY )?UPDATE/g, '')
    .replaceAll(/= ANY \(\$(\d+)\)/g, 'IN (SELECT unhex(value) FROM json_each(?$1))')
    .replaceAll(/\$(\d+)/g, '?$1');
}

/** So many rows go with one statement. */
export const rowsMost = 5_000;

export function* inChunks<T>(all: Iterable<T>, most: number = rowsMost): Generator<readonly T[]> {
  let chunk: T[] = [];
  for (const one of all) {
    chunk.push(one);
    if (chunk.length < most) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
