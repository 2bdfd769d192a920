import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Instant } from '../platform/ports.ts';
import { type Database, type DatabaseTrouble, databaseTrouble, openDatabase } from '../platform/sqlite.ts';
import { applicationId, migrations } from './sqlite/migrations.ts';
import { type Holder, isHeld, takeRunLock } from './sqlite/run-lock.ts';
import { createSqliteStore } from './sqlite/sqlite-store.ts';
import type { StatePaths } from './state-paths.ts';
import type { Store, StoreAbout } from './store.ts';

/** Why a state file was not opened. Nothing was changed. */
export type StoreRefusal =
  | { readonly kind: 'locked'; readonly holder: Holder | undefined }
  | { readonly kind: 'otherService'; readonly service: string }
  | { readonly kind: 'otherHost'; readonly host: string }
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'trouble'; readonly trouble: DatabaseTrouble; readonly message: string };

export type OpenedStore = { readonly store: Store } | { readonly refused: StoreRefusal };

export interface OpenStoreInput {
  readonly paths: StatePaths;
  readonly about: StoreAbout;
  readonly me: Holder;
  /** Take over a state file that was written on another host. */
  readonly adopt: boolean;
}

/** Opens a campaign's state file for running: locked, migrated, and proved to be this service's and this host's. */
export function openStore(input: OpenStoreInput): OpenedStore {
  return refusingTrouble((): OpenedStore => {
    const lock = takeRunLock(input.paths, input.me);
    if ('holder' in lock) return { refused: { kind: 'locked', holder: lock.holder } };
    let store: Store | undefined;
    try {
      const database = openDatabase(input.paths.database);
      const refused = prepareFile(database, input);
      if (refused !== undefined) {
        database.close();
        return { refused };
      }
      store = createSqliteStore({
        database,
        about: input.about,
        runId: runId(database, input.about.run, input.me.since),
        held: () => true,
      });
    } finally {
      if (store === undefined) lock.release();
    }
    const { close } = store;
    return {
      store: {
        ...store,
        async close() {
          await close();
          lock.release();
        },
      },
    };
  });
}

/**
 * Opens a state file to look at it, or to leave word for a running process (`setControl`), without the lock.
 * Undefined when there is none, or no such run in it.
 */
export function openStoreForReading(input: {
  readonly paths: StatePaths;
  readonly about: StoreAbout;
}): OpenedStore | undefined {
  if (!existsSync(input.paths.database)) return undefined;
  return refusingTrouble((): OpenedStore | undefined => {
    const database = openDatabase(input.paths.database, { existing: true });
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
    if (version > migrations.length) {
      database.close();
      return { refused: { kind: 'newer', version } };
    }
    database.exec('PRAGMA busy_timeout = 5000');
    const row = database.prepare('SELECT id FROM run WHERE label = ?').get(input.about.run);
    if (row === undefined) {
      database.close();
      return undefined;
    }
    return {
      store: createSqliteStore({
        database,
        about: input.about,
        runId: Number(row['id']),
        held: () => isHeld(input.paths),
      }),
    };
  });
}

function prepareFile(database: Database, input: OpenStoreInput): StoreRefusal | undefined {
  // FULL: an intent that a power cut takes back would be a request that nobody remembers.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000');
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version > migrations.length) return { kind: 'newer', version };
  const application = Number(database.prepare('PRAGMA application_id').get()?.['application_id']);
  if (version > 0 && application !== applicationId) return { kind: 'foreign' };
  const facts = {
    campaign: input.about.campaign,
    service: input.about.service,
    host: input.me.host,
    lineage: lineage(),
  };
  database.transaction(() => {
    for (const migration of migrations.slice(version)) database.exec(migration);
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}`);
    const add = database.prepare('INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING');
    for (const [name, value] of Object.entries(facts)) add.run(name, value);
  });
  const stored = (name: string): string =>
    String(database.prepare('SELECT value FROM meta WHERE name = ?').get(name)?.['value']);
  if (stored('service') !== facts.service) return { kind: 'otherService', service: stored('service') };
  if (stored('host') !== facts.host) {
    if (!input.adopt) return { kind: 'otherHost', host: stored('host') };
    database.prepare('UPDATE meta SET value = ? WHERE name = ?').run(facts.host, 'host');
  }
  return undefined;
}

/** Names the file's history, so that a copy can be told from its original. */
function lineage(): string {
  return randomBytes(8).toString('hex');
}

function runId(database: Database, label: string, now: Instant): number {
  database
    .prepare('INSERT INTO run (label, started_at) VALUES (?, ?) ON CONFLICT DO NOTHING')
    .run(label, Math.round(now));
  return Number(database.prepare('SELECT id FROM run WHERE label = ?').get(label)?.['id']);
}

function refusingTrouble<T>(work: () => T): T | { readonly refused: StoreRefusal } {
  try {
    return work();
  } catch (error) {
    const trouble = databaseTrouble(error);
    if (trouble === undefined) throw error;
    return { refused: { kind: 'trouble', trouble, message: error instanceof Error ? error.message : String(error) } };
  }
}
