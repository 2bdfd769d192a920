import { closeSync, existsSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { makeFolder } from '../make-folder.ts';

export type SqlValue = string | number | Uint8Array | null;
export type Row = Readonly<Record<string, SqlValue>>;

/** One SQLite file. All calls block; errors of the disk and of SQLite are thrown (see `databaseTrouble`). */
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  /** BEGIN IMMEDIATE … COMMIT; rolls back and rethrows when `work` throws. */
  transaction<T>(work: () => T): T;
  close(): void;
}

export interface Statement {
  run(...params: readonly SqlValue[]): { readonly changes: number };
  get(...params: readonly SqlValue[]): Row | undefined;
  all(...params: readonly SqlValue[]): readonly Row[];
  iterate(...params: readonly SqlValue[]): Iterable<Row>;
  /** Names of the columns of its rows, in their order; two may be the same. */
  columnNames(): readonly string[];
  /**
   * The cells of each row in the order of its columns, integers to their last digit. From the first call on, the statement gives rows in no
   * other way.
   */
  iterateCells(...params: readonly (SqlValue | bigint)[]): Iterable<readonly (SqlValue | bigint)[]>;
}

export interface OpenOptions {
  readonly existing?: boolean;
  /** Nothing can be changed, whatever the statement; the file must exist. */
  readonly readOnly?: boolean;
  readonly busyMs?: number;
}

/**
 * Opens (and, unless `existing`, makes) a SQLite file with mode 0600 in a folder with mode 0700. It uses Node's own SQLite if Node has
 * one, else libsql, whose binaries come from the registry and need no compiler. It waits up to `busyMs` (default 0) for locks of
 * other connections. SQLite's own waiting is unfair: who waits sleeps longer and longer, and a busy writer takes the lock each
 * time in between. A transaction is tried again each millisecond instead.
 */
export function openDatabase(path: string, options: OpenOptions = {}): Database {
  const { readOnly = false, existing = readOnly } = options;
  if (path !== ':memory:' && !existsSync(path)) {
    if (existing) throw new Error(`no such file: ${path}`);
    makeFolder(dirname(path), 0o700);
    closeSync(openSync(path, 'a', 0o600));
  }
  const raw = sayingWhy(path, readOnly, () => open(path, readOnly));
  const { busyMs = 0 } = options;
  const waitInside = (ms: number): void => raw.exec(`PRAGMA busy_timeout = ${ms}`);
  const begin = (): void => {
    if (busyMs === 0) return raw.exec('BEGIN IMMEDIATE');
    waitInside(0);
    try {
      retryWhileBusy(() => raw.exec('BEGIN IMMEDIATE'), busyMs);
    } finally {
      waitInside(busyMs);
    }
  };
  waitInside(busyMs);
  // libsql does not know that it may only read.
  if (readOnly) raw.exec('PRAGMA query_only = ON');
  return {
    exec: (sql) => void raw.exec(sql),
    prepare: (sql) => raw.prepare(sql),
    transaction(work) {
      begin();
      try {
        const result = work();
        raw.exec('COMMIT');
        return result;
      } catch (error) {
        if (raw.inTransaction()) raw.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => raw.close(),
  };
}

/** SQLite says only that it cannot open a file; Node says why, and which. */
function sayingWhy<T>(path: string, readOnly: boolean, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (existsSync(path)) closeSync(openSync(path, readOnly ? 'r' : 'r+'));
    throw error;
  }
}

/** Blocks the thread for up to `ms`, until no other connection is in the way; then the error is thrown. */
export function retryWhileBusy<T>(work: () => T, ms: number): T {
  for (const until = performance.now() + ms; ; Atomics.wait(pause, 0, 0, 1)) {
    try {
      return work();
    } catch (error) {
      if (databaseTrouble(error) !== 'busy' || performance.now() > until) throw error;
    }
  }
}

const pause = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** What a thrown database error means for the user; undefined if it did not come from SQLite. */
export type DatabaseTrouble = 'busy' | 'full' | 'readOnly' | 'damaged' | 'io';

export function databaseTrouble(error: unknown): DatabaseTrouble | undefined {
  if (!(error instanceof Error)) return undefined;
  const text = `${'code' in error ? String(error.code) : ''} ${error.message}`;
  if (/SQLITE_BUSY|database is locked/.test(text)) return 'busy';
  if (/SQLITE_FULL|disk is full|ENOSPC|EDQUOT|EFBIG/.test(text)) return 'full';
  if (
    /SQLITE_READONLY|readonly database|EROFS|EACCES|EPERM|EISDIR|SQLITE_CANTOPEN|unable to open|Unable to open/.test(
      text,
    )
  )
    return 'readOnly';
  if (/SQLITE_NOTADB|SQLITE_CORRUPT|not a database|malformed/.test(text)) return 'damaged';
  if (/SQLITE_IOERR|disk I\/O error|EIO/.test(text)) return 'io';
  return undefined;
}

interface RawDatabase {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  inTransaction(): boolean;
  close(): void;
}

const require = createRequire(import.meta.url);

function open(path: string, readOnly: boolean): RawDatabase {
  return nodeHasSqlite() ? openNodeSqlite(path, readOnly) : openLibsql(path, readOnly);
}

/** From 22.16 and 23.11 on the statements of `node:sqlite` know their columns; it needs no flag there. */
function nodeHasSqlite(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 23 || (major === 23 && minor >= 11) || (major === 22 && minor >= 16);
}

interface NodeSqlite {
  DatabaseSync: new (
    path: string,
    options: { readonly readOnly: boolean },
  ) => { exec(sql: string): void; prepare(sql: string): NodeStatement; close(): void; readonly isTransaction: boolean };
}

interface NodeStatement extends Pick<Statement, 'run' | 'get' | 'all' | 'iterate'> {
  columns(): readonly { readonly name: string }[];
  setReturnArrays(enabled: boolean): void;
  setReadBigInts(enabled: boolean): void;
}

function openNodeSqlite(path: string, readOnly: boolean): RawDatabase {
  const { DatabaseSync } = withoutExperimentalWarning(() => require('node:sqlite') as NodeSqlite);
  const database = new DatabaseSync(path, { readOnly });
  return {
    exec: (sql) => database.exec(sql),
    prepare(sql) {
      const statement = database.prepare(sql);
      return {
        run: (...params) => statement.run(...params),
        get: (...params) => statement.get(...params),
        all: (...params) => statement.all(...params),
        iterate: (...params) => statement.iterate(...params),
        columnNames: () => statement.columns().map(({ name }) => name),
        iterateCells(...params) {
          statement.setReturnArrays(true);
          statement.setReadBigInts(true);
          return statement.iterate(...(params as SqlValue[])) as Iterable<unknown> as ReturnType<
            Statement['iterateCells']
          >;
        },
      };
    },
    inTransaction: () => database.isTransaction,
    close: () => database.close(),
  };
}

/** Node 22 and 24 call their SQLite experimental on stderr, where our users read progress. */
function withoutExperimentalWarning<T>(work: () => T): T {
  const emitWarning = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return work();
  } finally {
    process.emitWarning = emitWarning;
  }
}

type Libsql = new (
  path: string,
  options: { readonly readonly: boolean },
) => { exec(sql: string): void; prepare(sql: string): LibsqlStatement; close(): void; readonly inTransaction: boolean };

interface LibsqlStatement {
  run(params: readonly SqlValue[]): { readonly changes: number };
  get(params: readonly SqlValue[]): Row | undefined;
  all(params: readonly SqlValue[]): readonly Row[];
  iterate(params: readonly SqlValue[]): Iterable<Row>;
  columns(): readonly { readonly name: string }[];
  raw(enabled: boolean): void;
  safeIntegers(enabled: boolean): void;
}

function openLibsql(path: string, readOnly: boolean): RawDatabase {
  const Database = require('libsql') as Libsql;
  const database = new Database(path, { readonly: readOnly });
  return {
    exec: (sql) => database.exec(sql),
    prepare(sql) {
      const statement = database.prepare(sql);
      return {
        // As one list: from several parameters libsql would make a list itself, for every row.
        run: (...params) => statement.run(params),
        get: (...params) => withoutMetadata(statement.get(params)),
        all: (...params) => statement.all(params),
        iterate: (...params) => statement.iterate(params),
        columnNames: () => statement.columns().map(({ name }) => name),
        iterateCells(...params) {
          statement.raw(true);
          statement.safeIntegers(true);
          return statement.iterate(params as SqlValue[]) as Iterable<unknown> as ReturnType<Statement['iterateCells']>;
        },
      };
    },
    inTransaction: () => database.inTransaction,
    close: () => database.close(),
  };
}

/** libsql adds its own field to the row that `get` returns. */
function withoutMetadata(row: Row | undefined): Row | undefined {
  if (row === undefined) return undefined;
  const { _metadata, ...columns } = row;
  return columns;
}
