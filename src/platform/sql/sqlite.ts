import { isUtf8 } from 'node:buffer';
import { closeSync, existsSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { makeFolder } from '../write-durably.ts';

export type SqlValue = string | number | Uint8Array | null;
export type Row = Readonly<Record<string, SqlValue>>;

/** One SQLite file. All calls block; errors of the disk and of SQLite are thrown (see `databaseTrouble`). */
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  /** BEGIN IMMEDIATE … COMMIT; rolls back and rethrows when `work` throws. */
  transaction<T>(work: () => T): T;
  /** The same for what only reads: all of it is of one moment. */
  reading<T>(work: () => T): T;
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
  const driver = sayingWhy(path, readOnly, () => openDriver(path, readOnly));
  const { busyMs = 0 } = options;
  const waitInside = (ms: number): void => driver.exec(`PRAGMA busy_timeout = ${ms}`);
  const begin = (): void => {
    if (busyMs === 0) return driver.exec('BEGIN IMMEDIATE');
    waitInside(0);
    try {
      retryWhileBusy(() => driver.exec('BEGIN IMMEDIATE'), busyMs);
    } finally {
      waitInside(busyMs);
    }
  };
  const within = <T>(beginning: () => void, work: () => T): T => {
    beginning();
    try {
      const result = work();
      driver.exec('COMMIT');
      return result;
    } catch (error) {
      // After an error of the disk SQLite may have ended the transaction itself.
      if (driver.isTransaction ?? driver.inTransaction) driver.exec('ROLLBACK');
      throw error;
    }
  };
  waitInside(busyMs);
  // libsql does not know that it may only read.
  if (readOnly) driver.exec('PRAGMA query_only = ON');
  return {
    exec: (sql) => void driver.exec(sql),
    prepare: (sql) => prepare(driver, sql),
    transaction: (work) => within(begin, work),
    reading: (work) => within(() => driver.exec('BEGIN'), work),
    close: () => driver.close(),
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

const require = createRequire(import.meta.url);

/** What Node's own driver and libsql have alike, and what each of them calls by another name. */
interface Driver {
  exec(sql: string): void;
  prepare(sql: string): DriverStatement;
  close(): void;
  readonly isTransaction?: boolean;
  readonly inTransaction?: boolean;
}

/** With parameters one by one, or for libsql as one list: alone, a blob or a null would count as such a list. */
type With<Result> = (...params: readonly unknown[]) => Result;

interface DriverStatement {
  readonly run: With<{ readonly changes: number }>;
  readonly get: With<Row | undefined>;
  readonly all: With<readonly Row[]>;
  readonly iterate: With<Iterable<unknown>>;
  columns(): readonly { readonly name: string }[];
  setReturnArrays?(enabled: boolean): void;
  setReadBigInts?(enabled: boolean): void;
  raw?(enabled: boolean): void;
  safeIntegers?(enabled: boolean): void;
}

type OpenDriver = new (path: string, options: { readonly readOnly: boolean; readonly readonly: boolean }) => Driver;

function openDriver(path: string, readOnly: boolean): Driver {
  const Open = nodeHasSqlite()
    ? withoutExperimentalWarning(() => (require('node:sqlite') as { readonly DatabaseSync: OpenDriver }).DatabaseSync)
    : (require('libsql') as OpenDriver);
  return new Open(path, { readOnly, readonly: readOnly });
}

/**
 * From 22.20 and 24.7 on `node:sqlite` takes the parameters `?1`, `?2`; it knows the columns of its statements and whether a transaction is
 * open, and needs no flag.
 */
export function nodeHasSqlite(version = process.versions.node): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 7) || (major === 22 && minor >= 20);
}

function prepare(driver: Driver, sql: string): Statement {
  const statement = driver.prepare(sql);
  const isLibsql = driver.isTransaction === undefined;
  const given = (params: readonly unknown[]): readonly unknown[] => (isLibsql ? [params] : params);
  return {
    run: (...params) => statement.run(...given(params)),
    get: (...params) => withoutMetadata(statement.get(...given(params))),
    all: (...params) => statement.all(...given(params)),
    iterate: (...params) => statement.iterate(...given(params)) as Iterable<Row>,
    columnNames: () => statement.columns().map(({ name }) => name),
    iterateCells(...params) {
      statement.setReturnArrays?.(true);
      statement.setReadBigInts?.(true);
      statement.raw?.(true);
      statement.safeIntegers?.(true);
      return statement.iterate(...given(params)) as ReturnType<Statement['iterateCells']>;
    },
  };
}

/** libsql adds its own field to the row that `get` returns. */
function withoutMetadata(row: Row | undefined): Row | undefined {
  if (row === undefined || !('_metadata' in row)) return row;
  const { _metadata, ...columns } = row;
  return columns;
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

/** A lock of the operating system that ends with the process, however it ends. */
export interface SqliteLock {
  release(): void;
}

/**
 * Locks a file by an open SQLite transaction on it; throws `busy` (see `databaseTrouble`) if another process has it for longer than
 * `busyMs`. It does not use `locking_mode = EXCLUSIVE`: two processes that start at the same instant would each keep the shared lock
 * that the other one waits for.
 */
export function takeSqliteLock(path: string, busyMs = 0): SqliteLock {
  return lock(path, 'BEGIN EXCLUSIVE', busyMs);
}

/** Any number of processes may have it, while nobody has the file for themselves. */
export function takeSharedSqliteLock(path: string, busyMs = 0): SqliteLock {
  return lock(path, 'BEGIN; SELECT count(*) FROM sqlite_master', busyMs);
}

/** Undefined where another process has it. */
export function unlessBusy(take: () => SqliteLock): SqliteLock | undefined {
  try {
    return take();
  } catch (error) {
    if (databaseTrouble(error) === 'busy') return undefined;
    throw error;
  }
}

function lock(path: string, begin: string, busyMs: number): SqliteLock {
  const database: Database = openDatabase(path, { busyMs });
  try {
    database.exec(`PRAGMA journal_mode = DELETE; ${begin}`);
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    release() {
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

/** libsql says ArrayBuffer where Node's SQLite says Uint8Array; this takes either. Empty for any other value. */
export function bytesOf(bytes: SqlValue | undefined): Buffer {
  if (typeof bytes !== 'object' || bytes === null) return Buffer.alloc(0);
  return bytes instanceof Uint8Array
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : Buffer.from(bytes);
}

export function isText(bytes: SqlValue | undefined): boolean {
  return typeof bytes === 'object' && bytes !== null && isUtf8(bytesOf(bytes));
}
