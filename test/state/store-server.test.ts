import { chmodSync, chownSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openSession } from '../../src/ledger/postgres/session.ts';
import { stateTrouble } from '../../src/ledger/state-trouble.ts';
import { parseStoreAddress } from '../../src/ledger/store-address.ts';
import { createStoreBackend } from '../../src/ledger/store-backend.ts';
import { intend, settle } from '../rig/lease.ts';
import { query } from '../rig/postgres/database.ts';
import { createDatabaseProxy } from '../rig/postgres/database-proxy.ts';
import { type OwnServer, startOwnServer } from '../rig/postgres/own-server.ts';
import { unprivileged } from '../rig/postgres/start-server.ts';
import { selfSigned } from '../rig/self-signed.ts';
import { about, ada, ben, intent, leaseOf } from '../rig/state-backends.ts';
import { refusalOf } from './refusal-of.ts';

let server: OwnServer;
/** A database of its own for each test. */
let url: string;
let databases = 0;
const certificate = selfSigned();

beforeAll(async () => {
  server = await startOwnServer({ ssl: 'on', ssl_cert_file: 'own.crt', ssl_key_file: 'own.key' }, (folder) => {
    const owner = unprivileged();
    for (const [name, text] of [
      ['own.crt', certificate.cert],
      ['own.key', certificate.key],
    ] as const) {
      const path = join(folder, 'data', name);
      writeFileSync(path, text);
      chmodSync(path, 0o600);
      if (owner !== undefined) chownSync(path, owner.uid, owner.gid);
    }
    writeFileSync(join(folder, 'ca.crt'), certificate.cert);
  });
});
afterAll(() => server.remove());
beforeEach(async () => {
  await query(`${server.url}/postgres`, `CREATE DATABASE own_${++databases}`);
  url = `${server.url}/own_${databases}`;
});
afterEach(async () => {
  vi.useRealTimers();
  // A test that failed must not keep the others waiting.
  await set('synchronous_standby_names');
});

/** Sets it for the whole server, or sets it back. */
async function set(name: string, value?: string): Promise<void> {
  const change = value === undefined ? `RESET ${name}` : `SET ${name} = '${value}'`;
  await query(`${server.url}/postgres`, `ALTER SYSTEM ${change}`);
  await query(`${server.url}/postgres`, 'SELECT pg_reload_conf()');
}

/** The processes of the server whose statement waits for something. */
function waiting(event: string, statement: string) {
  return query(
    `${server.url}/postgres`,
    `SELECT pid FROM pg_stat_activity WHERE (wait_event = '${event}' OR wait_event_type = '${event}') AND query LIKE '${statement}%'`,
  );
}

const untilWaiting = (event: string, statement: string): Promise<readonly Record<string, unknown>[]> =>
  vi.waitUntil(
    async () => {
      const found = await waiting(event, statement);
      return found.length > 0 && found;
    },
    { timeout: 120_000, interval: 20 },
  );

describe('what no standby has confirmed does not count as recorded', () => {
  const begin = async () => {
    const lease = await leaseOf(createStoreBackend({ url }));
    await intend(lease, intent);
    await set('synchronous_standby_names', 'nobody');
    // The server reads its settings a moment later: what is recorded until then waits for nobody.
    for (let next = 1; ; next++) {
      const job = { ...ben, key: String(next) };
      let isRecorded = false;
      const done = intend(lease, { ...intent, ...job }).then(() => void (isRecorded = true));
      while (!isRecorded) {
        const [process] = await waiting('SyncRep', 'WITH fence');
        if (process !== undefined)
          return { lease, job, done, isRecorded: () => isRecorded, pid: Number(process['pid']) };
      }
    }
  };
  const stateWhenConfirmed = async ({ lease, job, done, isRecorded }: Awaited<ReturnType<typeof begin>>) => {
    await untilWaiting('SyncRep', 'UPDATE callsheet.campaign SET revision = revision');
    expect(isRecorded()).toBe(false);
    await set('synchronous_standby_names');
    await done;
    const state = (await lease.job(job))?.state;
    await lease.close();
    return state;
  };

  test('after the server was restarted, which shows it from then on', async () => {
    const waits = await begin();
    await server.crash();
    await server.start();
    expect(await stateWhenConfirmed(waits)).toBe('sending');
  });

  test('when somebody cancels the wait, which the server then reports as done', async () => {
    const waits = await begin();
    await query(url, `SELECT pg_cancel_backend(${waits.pid})`);
    expect(await stateWhenConfirmed(waits)).toBe('sending');
  });
});

test('a decision whose process is stopped in the middle is undone, and keeps the leader waiting for a moment', async () => {
  const lease = await leaseOf(createStoreBackend({ url: `${url}?lease=2` }));
  await intend(lease, intent);
  await settle(lease, { ...ada, attempt: 1, at: 1_500, state: 'inDoubt', reason: 'reset' });
  await using wire = await createDatabaseProxy(url);
  const stopped = wire.stopAfter('decisions = decisions + 1');
  const decided = createStoreBackend({ url: wire.url }).decide(about, [
    { ...ada, attempts: 1, state: 'cancelled', at: 2_000 },
  ]);
  await stopped;
  await intend(lease, { ...intent, ...ben });
  expect(await decided).toMatchObject({ refused: { trouble: 'storeUnreachable' } });
  expect((await lease.job(ada))?.state).toBe('inDoubt');
  await lease.close();
});

test('a commit is durable, whatever the default of the role is', async () => {
  const address = parseStoreAddress(url);
  if ('fault' in address) throw new Error(address.fault);
  await query(url, 'ALTER ROLE admin SET synchronous_commit = off');
  const session = await openSession(address);
  expect(await session.rows('SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
  expect(await session.unsynced.rows('SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'off' }]);
  await session.close();
  await query(url, 'ALTER ROLE admin RESET synchronous_commit');
});

test('a connection that becomes ready after what asked for it was refused is not lost', async () => {
  await using wire = await createDatabaseProxy(url);
  const address = parseStoreAddress(`${wire.url}?lease=2`);
  if ('fault' in address) throw new Error(address.fault);
  const session = await openSession(address);
  const held = wire.holdBack('synchronous_commit');
  const first = session.unsynced.rows('SELECT 1').catch(stateTrouble);
  await held;
  const second = session.unsynced.rows('SELECT 2').catch(stateTrouble);
  // The second one has a part of its time left when it gets a connection of its own.
  await sleep(100);
  wire.cut();
  wire.restore();
  expect([await first, await second]).toEqual(['storeUnreachable', 'storeUnreachable']);
  wire.letGo();
  expect(await session.unsynced.rows('SELECT 3 AS three')).toEqual([{ three: 3 }]);
  await session.close();
});

describe('a query that reads many rows', () => {
  test('may take longer than a heartbeat, and is asked once', async () => {
    const lease = await leaseOf(createStoreBackend({ url: `${url}?lease=2` }));
    await intend(lease, intent);
    const locked = query(url, 'BEGIN; LOCK TABLE callsheet.job; SELECT pg_sleep(1.5); COMMIT');
    await untilWaiting('PgSleep', 'BEGIN; LOCK');
    const counts = lease.counts();
    await untilWaiting('Lock', 'SELECT step.name AS step, job.state, count');
    await vi.waitUntil(async () => (await waiting('PgSleep', 'BEGIN; LOCK')).length === 0, { timeout: 120_000 });
    expect(await waiting('Lock', 'SELECT step.name AS step, job.state, count')).toEqual([]);
    await locked;
    expect(await counts).toEqual([{ step: 'hello', state: 'sending', jobs: 1 }]);
    await lease.close();
  });

  test('fails after two minutes, with words', async () => {
    const address = parseStoreAddress(url);
    if ('fault' in address) throw new Error(address.fault);
    const session = await openSession(address);
    // It connects in real time.
    await session.rows('SELECT 1');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let failure: unknown;
    const scanned = session.scan('SELECT pg_sleep(60)').catch((error: unknown) => void (failure = error));
    while ((await waiting('PgSleep', 'SELECT pg_sleep(60)')).length === 0);
    await vi.advanceTimersByTimeAsync(119_000);
    expect(failure).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1_000);
    await scanned;
    expect([stateTrouble(failure), String(failure)]).toEqual(['storeSlow', 'Error: 120 s']);
    await session.close();
  });
});

describe('a server that may forget is refused in words', () => {
  test.each(['fsync', 'full_page_writes'])('%s is off', async (name) => {
    await (await leaseOf(createStoreBackend({ url }))).close();
    await set(name, 'off');
    try {
      await vi.waitUntil(async () => (await query(url, `SHOW ${name}`))[0]?.[name] === 'off', {
        interval: 20,
        timeout: 120_000,
      });
      expect(await refusalOf(url)).toBe(
        `postgres://admin@HOST/DB may lose changes that it has reported as saved (${name} is off), so that callsheet would contact people twice after a crash. Turn that setting on, with ALTER SYSTEM. Nothing was sent.`,
      );
      expect(await createStoreBackend({ url }).requestControl(about, 'pause')).toMatchObject({ before: 'run' });
    } finally {
      await set(name);
    }
  });
});

describe('with TLS', () => {
  const tls = (host: string, more: string): string =>
    `${Object.assign(new URL(url), { hostname: host }).href}?sslmode=verify-full${more}`;
  const ownCa = () => `&sslrootcert=${join(server.folder, 'ca.crt')}`;

  test('a certificate of an authority of one’s own is accepted', async () => {
    const lease = await leaseOf(createStoreBackend({ url: tls('127.0.0.1', ownCa()) }));
    expect(await query(url, 'SELECT count(*)::int AS encrypted FROM pg_stat_ssl WHERE ssl')).toEqual([
      { encrypted: 1 },
    ]);
    await lease.close();
  });

  test('one of an authority that nobody knows is refused, and one of another host', async () => {
    expect(await refusalOf(tls('127.0.0.1', ''))).toMatch(
      /^postgres:\/\/admin@HOST\/DB cannot be reached with TLS \(self-signed certificate.*\)\. Add &sslrootcert=FILE for a certificate authority of your own/,
    );
    expect(await refusalOf(tls('localhost', ownCa()))).toMatch(
      /^postgres:\/\/admin@localhost:\d+\/DB cannot be reached with TLS \(Hostname\/IP does not match certificate's altnames: .+\)/,
    );
  });

  test('a server that accepts nothing else says so', async () => {
    const rules = join(server.folder, 'data/pg_hba.conf');
    const before = readFileSync(rules);
    writeFileSync(rules, 'hostssl all all 127.0.0.1/32 scram-sha-256\nhost postgres all 127.0.0.1/32 scram-sha-256\n');
    await query(`${server.url}/postgres`, 'SELECT pg_reload_conf()');
    try {
      await vi.waitUntil(async () => (await refusalOf(url)) !== 'not refused', { timeout: 120_000 });
      expect(await refusalOf(url)).toBe(
        'postgres://admin@HOST/DB accepts only encrypted connections (no pg_hba.conf entry for host "127.0.0.1", user "admin", database "DB", no encryption). Add ?sslmode=verify-full to the URL. Nothing was sent.',
      );
    } finally {
      writeFileSync(rules, before);
      await query(`${server.url}/postgres`, 'SELECT pg_reload_conf()');
    }
  });
});
