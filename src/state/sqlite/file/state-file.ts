import { randomBytes } from 'node:crypto';
import type { Instant } from '../../../platform/ports.ts';
import { type Database, type OpenOptions, openDatabase } from '../../../platform/sqlite.ts';
import { damaged } from '../../state-trouble.ts';
import { storeNamesSum, verifyNames, verifySums } from './checksum.ts';
import { applicationId, migrations } from './migrations.ts';
import type { RowConsumer } from './verify-rows.ts';

/** Whether an open database is one of our state files: `fresh` when it holds nothing, and how old it is otherwise. */
export type StateFile =
  | { readonly kind: 'fresh' }
  | { readonly kind: 'ours'; readonly version: number }
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'foreign' };

/** A process that has just opened or left the file may hold it for a moment: after a kill its log is read in first. */
export function openStateFile(path: string, options: Pick<OpenOptions, 'existing'> = {}): Database {
  return openDatabase(path, { ...options, busyMs: 5_000 });
}

export function recogniseFile(database: Database): StateFile {
  const version = pragma(database, 'user_version');
  const application = pragma(database, 'application_id');
  const tables = Number(database.prepare('SELECT count(*) AS tables FROM sqlite_master').get()?.['tables']);
  if (version === 0 && application === 0 && tables === 0) return { kind: 'fresh' };
  if (application !== applicationId) return { kind: 'foreign' };
  if (version > migrations.length) return { kind: 'newer', version };
  if (version < 1 || tables === 0) throw damaged('its version has changed since it was written');
  return { kind: 'ours', version };
}

/**
 * Throws `damaged` when the file is not as it was written. About 1 s for a million jobs, most of it for the rows' checksums.
 * `consumer` receives the rows on the way.
 */
export function verifyWholeFile(database: Database, version: number, consumer?: RowConsumer): void {
  // One transaction, as a runner may be writing.
  inTransaction(database, () => {
    verifyStructure(database);
    verifyContents(database, version, consumer);
  });
}

/** Throws `damaged` where pages and rows are not in the order in which SQLite looks for them. */
export function verifyStructure(database: Database): void {
  // Not `quick_check`: a row that its index does not lead to is as good as lost.
  const found = String(Object.values(database.prepare('PRAGMA integrity_check(1)').get() ?? {})[0]);
  if (found !== 'ok') throw damaged(found.replace(/\s+/g, ' '));
}

/** Throws `damaged` where a checksum or a count is wrong. */
export function verifyContents(database: Database, version: number, consumer?: RowConsumer): void {
  // The rows of older files are verified as they are moved.
  if (version === migrations.length) verifySums(database, consumer);
  else if (version >= firstWithHead) verifyNames(database);
}

/** What `work` reads is of one moment. */
export function inTransaction<T>(database: Database, work: () => T): T {
  database.exec('BEGIN');
  try {
    return work();
  } finally {
    database.exec('COMMIT');
  }
}

const firstWithHead = 2;

/** Called before a file of so many jobs is brought to the newest version, if that takes long. */
export type OnMigration = (jobs: number) => void;

/** Migrated in a second or so. */
const jobsInASecond = 100_000;

export interface Migrating {
  /** What a fresh file gets. */
  readonly facts?: Readonly<Record<string, string>>;
  /** Asked once nobody else can write to the file: false leaves it as it is. */
  readonly mayMigrate?: () => boolean;
  readonly onMigration?: OnMigration | undefined;
}

/** Brings a file to the newest version; writes nothing when it has it. Returns whether it has it now. */
export function migrateFile(
  database: Database,
  file: Extract<StateFile, { kind: 'fresh' | 'ours' }>,
  { facts = {}, mayMigrate, onMigration }: Migrating = {},
): boolean {
  const found = file.kind === 'fresh' ? 0 : file.version;
  if (found === migrations.length) return true;
  const jobs = found === 0 ? 0 : Number(database.prepare('SELECT count(*) AS jobs FROM job').get()?.['jobs']);
  if (jobs > jobsInASecond) onMigration?.(jobs);
  return database.transaction(() => {
    // Another process may have done it meanwhile.
    const version = pragma(database, 'user_version');
    if (version === migrations.length) return true;
    if (mayMigrate?.() === false) return false;
    for (const { sql, rows } of migrations.slice(version)) {
      database.exec(sql);
      rows?.(database, version);
    }
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}`);
    if (version === 0) for (const [name, value] of Object.entries(facts)) setFact(database, name, value);
    storeNamesSum(database);
    return true;
  });
}

export function readFact(database: Database, name: string): string {
  return String(database.prepare('SELECT value FROM meta WHERE name = ?').get(name)?.['value']);
}

/** Within a transaction, which ends with `storeNamesSum`. */
export function setFact(database: Database, name: string, value: string): void {
  database
    .prepare('INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value')
    .run(name, value);
}

/** How far the file has come; 0 for one that is older than the counter. */
export function readSeq(database: Database, version: number): number {
  return version < firstWithHead ? 0 : Number(database.prepare('SELECT seq FROM head').get()?.['seq']);
}

/** Names the file's history, so that a copy can be distinguished from its original. */
export function newLineage(): string {
  return randomBytes(8).toString('hex');
}

/** The run of this name, made when there is none. */
export function runId(database: Database, label: string, now: Instant): number {
  return database.transaction(() => {
    const { changes } = database
      .prepare('INSERT INTO run (label, started_at) VALUES (?, ?) ON CONFLICT DO NOTHING')
      .run(label, Math.round(now));
    if (changes > 0) storeNamesSum(database);
    return Number(database.prepare('SELECT id FROM run WHERE label = ?').get(label)?.['id']);
  });
}

function pragma(database: Database, name: 'user_version' | 'application_id'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}
