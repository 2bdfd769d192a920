import type { Refused } from '../backend.ts';
import type { StateRefusal } from '../refusal.ts';
import { StateError, storeTrouble } from '../state-trouble.ts';
import { contactTables, schemaVersion, tables } from './schema.ts';
import { inSession, type Queries, type Row, type Session } from './session.ts';
import { makeQueues } from './workers/queue.ts';

const serverVersionLeast = 140_000;
/** Any number, the same for every callsheet. */
const makingLock = 0x43_53_48_54;

/** Versions of the tables; 0 where there were none. */
export interface Migrated {
  readonly from: number;
  readonly to: number;
}

/** Makes sure that a database has the tables: makes them where it has none. */
export async function makeStore(session: Session): Promise<Migrated | Refused> {
  const to = schemaVersion;
  const found = await tablesOf(session);
  if (typeof found !== 'number') return { refused: found };
  if (found === to) return { from: to, to };
  await asOwner(() => makeQueues(session));
  return session.transaction(async (queries) => {
    await queries.rows('SELECT pg_advisory_xact_lock($1)', [makingLock]);
    // Another process may have done it in the meantime.
    const from = await versionOf(queries);
    if (from > to) return { refused: { kind: 'newer', version: from } };
    if (from === 0) await asOwner(() => makeTables(queries));
    return { from, to };
  });
}

async function asOwner(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (storeTrouble(error) !== 'storeDenied') throw error;
    throw new StateError('storeNotMigrated', error instanceof Error ? error.message : '');
  }
}

async function makeTables({ rows }: Queries): Promise<void> {
  await rows('CREATE SCHEMA IF NOT EXISTS callsheet');
  for (const statement of (tables + contactTables).split(/;\s*\n/)) if (statement.trim() !== '') await rows(statement);
  await rows('INSERT INTO callsheet.version VALUES ($1)', [schemaVersion]);
}

/** Without these, what the server reported as durable may be lost when it or its machine crashes. */
const durableSettings = ['fsync', 'full_page_writes'];

/** For writing. Throws where the server may forget what it has reported as durable. */
export async function checkDurability(queries: Queries): Promise<void> {
  for (const { name, setting } of await durability(queries))
    if (setting !== 'on') throw new StateError('storeNotDurable', `${String(name)} is ${String(setting)}`);
}

export function durability({ rows }: Queries): Promise<readonly Row[]> {
  return rows('SELECT name, setting FROM pg_catalog.pg_settings WHERE name = ANY($1) ORDER BY name', [durableSettings]);
}

/** For reading: the version of the tables, 0 where nothing is recorded yet. */
export async function tablesOf(queries: Queries): Promise<number | StateRefusal> {
  const [server] = await queries.rows(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name`,
  );
  if (Number(server?.['version']) < serverVersionLeast)
    throw new StateError('storeOldServer', String(server?.['name']));
  const version = await versionOf(queries);
  return version > schemaVersion ? { kind: 'newer', version } : version;
}

/** Opens a session for those who need the tables, as `inSession`; undefined where there are none yet. */
export function inTables<T>(
  url: string,
  use: (...opened: Parameters<Parameters<typeof inSession>[1]>) => Promise<T>,
): Promise<T | Refused | undefined> {
  return inSession(url, async (session, ...opened): Promise<T | Refused | undefined> => {
    const tables = await tablesOf(session);
    if (typeof tables !== 'number') return { refused: tables };
    return tables === 0 ? undefined : use(session, ...opened);
  });
}

async function versionOf(queries: Queries): Promise<number> {
  const [there] = await queries.rows(
    `SELECT 1 FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
     WHERE n.nspname = 'callsheet' AND c.relname = 'version'`,
  );
  if (there === undefined) return 0;
  const [version] = await queries.rows('SELECT number FROM callsheet.version');
  return Number(version?.['number'] ?? 0);
}
