import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  bytesOf,
  type Database,
  type OpenOptions,
  openDatabase,
  retryWhileBusy,
} from '../../../platform/sql/sqlite.ts';
import type { RollbackGuard } from '../../rollback-guard.ts';
import { damaged } from '../../state-trouble.ts';
import { applicationId, schemaVersion, tables } from './tables.ts';

/** Whether an open database is one of ours: `fresh` when it holds nothing. */
export type StateFile =
  | { readonly kind: 'fresh' }
  | { readonly kind: 'ours' }
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'foreign' };

/** Others write in turns, each for a moment; after a kill the log of a process is read in first. */
const busyMs = 5_000;

export function openStateFile(path: string, options: Pick<OpenOptions, 'existing'> = {}): Database {
  return openDatabase(path, { ...options, busyMs });
}

/** Opens a file that exists, and closes it after `use`. */
export function lookInFile<T>(path: string, use: (database: Database, file: StateFile) => T): T {
  const database = openStateFile(path, { existing: true });
  try {
    return use(database, recogniseFile(database));
  } finally {
    database.close();
  }
}

/** 32 MB: a contact changes few pages, and each time that the log is read into the file everybody waits. */
const pagesInLog = 8_000;

/**
 * For a connection that writes. A commit is on disk when it returns: if a power cut took back an intent, nobody would know of its
 * request. What is deleted leaves no number behind.
 */
export function prepareToWrite(database: Database): void {
  // Of two processes that do this to a new file at the same moment, SQLite refuses one at once, however long it may wait.
  retryWhileBusy(() => database.exec('PRAGMA journal_mode = WAL'), busyMs);
  database.exec(`PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = ${pagesInLog}`);
}

/** A copy of the file alone is whole from then on, unless others use it; libsql leaves the log behind when it closes. */
export function emptyLog(database: Database): void {
  try {
    database.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // What is in the log is as durable there.
  }
}

export function recogniseFile(database: Database): StateFile {
  // Another process may be making the tables.
  const { version, application, made } = database.reading(() => ({
    version: pragma(database, 'user_version'),
    application: pragma(database, 'application_id'),
    made: statementsOf(database),
  }));
  if (version === 0 && application === 0 && made === '') return { kind: 'fresh' };
  if (application !== applicationId) return { kind: 'foreign' };
  if (version > schemaVersion) return { kind: 'newer', version };
  if (version < schemaVersion || made === '') throw damaged('its version has changed since it was written');
  if (made !== statementsOfTables()) throw damaged('its tables have changed since they were made');
  return { kind: 'ours' };
}

/** That made what is in a database: one with a flipped bit may have other columns, or a rule less. */
function statementsOf(database: Database): string {
  const rows = database.prepare(
    'SELECT CAST(name || coalesce(sql, 0) AS BLOB) AS text FROM sqlite_master ORDER BY name',
  );
  // Bytes, as libsql ends the process if a text is not UTF-8.
  return rows
    .all()
    .map(({ text }) => bytesOf(text).toString('latin1'))
    .join('\n');
}

function statementsOfTables(): string {
  if (ofTables === undefined) {
    const database = openDatabase(':memory:');
    database.exec(tables);
    ofTables = statementsOf(database);
    database.close();
  }
  return ofTables;
}

let ofTables: string | undefined;

/**
 * Makes the tables of a fresh file on this host, unless another process has just made them. They leave the log, so that a copy of the file
 * alone is not taken for a fresh one elsewhere.
 */
export function makeTables(database: Database, host: string): void {
  database.transaction(() => {
    if (pragma(database, 'user_version') === schemaVersion) return;
    database.exec(`${tables} PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}`);
    database.prepare('INSERT INTO head (id, seq, host, lineage) VALUES (1, 0, ?, ?)').run(host, newLineage());
  });
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

/** Where a file was made, or accepted with `--adopt`, and the name of its history, which distinguishes it from its copies. */
interface FileOrigin {
  readonly host: string;
  readonly lineage: string;
}

export function readOrigin(database: Database): FileOrigin {
  const row = database.prepare('SELECT host, lineage FROM head').get();
  return { host: String(row?.['host']), lineage: String(row?.['lineage']) };
}

/**
 * The file is this host's from now on, and has a history of its own. Files of its old history are behind from now on, unless it is a copy
 * of one that is still used. `path`: its real one.
 */
export function acceptFile(database: Database, host: string, path: string, guard: RollbackGuard | undefined): void {
  database.transaction(() => {
    const { lineage } = readOrigin(database);
    database.prepare('UPDATE head SET host = ?, lineage = ?').run(host, newLineage());
    const mark = guard?.highWaterMark(lineage);
    const isCopy = mark !== undefined && mark.path !== path && existsSync(mark.path);
    if (mark !== undefined && !isCopy) guard?.remember(lineage, { seq: mark.seq + 1, path: mark.path });
  });
}

/** From now on this machine remembers how far the file has come. Of two processes that begin, the later one sees what the first wrote. */
export function rememberFile(database: Database, path: string, guard: RollbackGuard): string {
  return database.transaction(() => {
    const { lineage } = readOrigin(database);
    if (guard.highWaterMark(lineage)?.path !== path)
      guard.remember(lineage, { seq: fileCounter(database).read(), path });
    return lineage;
  });
}

/** How far the file has come: the groups of changes of all campaigns. It is written in a transaction. */
export function fileCounter(database: Database) {
  const select = database.prepare('SELECT seq FROM head');
  const update = database.prepare('UPDATE head SET seq = ?');
  return {
    read: (): number => Number(select.get()?.['seq']),
    write: (seq: number): void => void update.run(seq),
  };
}

function newLineage(): string {
  return randomBytes(8).toString('hex');
}

function pragma(database: Database, name: 'user_version' | 'application_id'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}
