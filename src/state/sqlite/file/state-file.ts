import { randomBytes } from 'node:crypto';
import type { Instant } from '../../../platform/ports.ts';
import { type Database, type OpenOptions, openDatabase } from '../../../platform/sqlite.ts';
import { damaged } from '../../state-trouble.ts';
import { clearIntents } from '../read/intents.ts';
import type { StepIndexes } from '../read/key-index.ts';
import { storeNamesSum, verifySums } from './checksum.ts';
import { applicationId, schemaVersion, tables } from './tables.ts';

/** Whether an open database is one of our state files: `fresh` when it holds nothing. */
export type StateFile =
  | { readonly kind: 'fresh' }
  | { readonly kind: 'ours' }
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'foreign' };

/** A process that has just opened or left the file may hold it for a moment: after a kill its log is read in first. */
export function openStateFile(path: string, options: Pick<OpenOptions, 'existing'> = {}): Database {
  return openDatabase(path, { ...options, busyMs: 5_000 });
}

export function recogniseFile(database: Database): StateFile {
  const version = pragma(database, 'user_version');
  const application = pragma(database, 'application_id');
  const found = Number(database.prepare('SELECT count(*) AS tables FROM sqlite_master').get()?.['tables']);
  if (version === 0 && application === 0 && found === 0) return { kind: 'fresh' };
  if (application !== applicationId) return { kind: 'foreign' };
  if (version > schemaVersion) return { kind: 'newer', version };
  if (version < schemaVersion || found === 0) throw damaged('its version has changed since it was written');
  return { kind: 'ours' };
}

/**
 * Throws `damaged` when the file is not as it was written. Returns where the rows of this run are. About 2 s for a million jobs, most of
 * it for the rows' checksums.
 */
export function verifyWholeFile(database: Database, run?: string): StepIndexes {
  // One transaction, as a runner may be writing.
  return inTransaction(database, () => {
    verifyStructure(database);
    return verifySums(database, run);
  });
}

/** Throws `damaged` where pages and rows are not in the order in which SQLite looks for them. */
function verifyStructure(database: Database): void {
  // Not `quick_check`: a row that its index does not lead to is as good as lost.
  const found = String(Object.values(database.prepare('PRAGMA integrity_check(1)').get() ?? {})[0]);
  if (found !== 'ok') throw damaged(found.replace(/\s+/g, ' '));
}

/** What `work` reads is of one moment. */
function inTransaction<T>(database: Database, work: () => T): T {
  database.exec('BEGIN');
  try {
    return work();
  } finally {
    database.exec('COMMIT');
  }
}

/** Makes the tables of a fresh file, with these facts. */
export function makeTables(database: Database, facts: Readonly<Record<string, string>>): void {
  database.transaction(() => {
    database.exec(`${tables} PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}`);
    for (const [name, value] of Object.entries(facts)) setFact(database, name, value);
    clearIntents(database);
    storeNamesSum(database);
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

/** How far the file has come. */
export function readSeq(database: Database): number {
  return Number(database.prepare('SELECT seq FROM head').get()?.['seq']);
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
