import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { migrateStore } from '../../../src/ledger/store-admin.ts';
import { type StartedServer, startServer } from './start-server.ts';

let databases = 0;

/**
 * URL of a new store without campaigns, on the PostgreSQL of the tests, or on that of CALLSHEET_TEST_POSTGRES, where its first user makes
 * the tables. To copy them takes a quarter of the time.
 */
export function newDatabase(): Promise<string> {
  return createDatabase('TEMPLATE migrated STRATEGY file_copy');
}

/** URL of a new database in which nothing was made yet. */
export function emptyDatabase(): Promise<string> {
  return createDatabase('');
}

async function createDatabase(from: string): Promise<string> {
  const given = process.env['CALLSHEET_TEST_POSTGRES'];
  const server = given ?? (await sharedServer(inject('postgresFolder')));
  const name = `callsheet_test_${process.pid}_${Date.now()}_${++databases}`;
  await query(urlOf(server, 'postgres'), `CREATE DATABASE ${name} ${given === undefined ? from : ''}`);
  return urlOf(server, name);
}

const urlOf = (server: string, database: string): string =>
  Object.assign(new URL(server), { pathname: `/${database}` }).href;

/** One statement of its own connection. */
export async function query(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Starts it, unless another test file has: they run in processes of their own. */
async function sharedServer(folder: string): Promise<string> {
  const started = join(folder, 'server.json');
  try {
    mkdirSync(join(folder, 'starting'));
  } catch {
    while (!existsSync(started)) await sleep(50);
    const { url, failure } = JSON.parse(readFileSync(started, 'utf8')) as Partial<Record<'url' | 'failure', string>>;
    if (url === undefined) throw new Error(failure);
    return url;
  }
  const write = (result: StartedServer | { readonly failure: string }): void => {
    writeFileSync(`${started}.new`, JSON.stringify(result));
    renameSync(`${started}.new`, started);
  };
  try {
    // It would look into hundreds of databases again and again, all of which live for a moment.
    const server = await startServer(folder, { autovacuum: 'off' });
    await query(urlOf(server.url, 'postgres'), 'CREATE DATABASE migrated');
    await migrateStore(urlOf(server.url, 'migrated'));
    write(server);
    return server.url;
  } catch (error) {
    // The other test files must not wait for it.
    write({ failure: String(error) });
    throw error;
  }
}
