import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusalMessage, stateWarning } from '../../src/cli/messages/state-messages.ts';
import { createFileBackend } from '../../src/ledger/file-backend.ts';
import { statePaths } from '../../src/ledger/state-paths.ts';
import { createStoreBackend } from '../../src/ledger/store-backend.ts';
import { listen } from '../rig/byte-server.ts';
import { intend } from '../rig/lease.ts';
import { emptyDatabase, newDatabase, query } from '../rig/postgres/database.ts';
import { createDatabaseProxy } from '../rig/postgres/database-proxy.ts';
import { about, intent, leaseOf, me } from '../rig/state-backends.ts';
import { refusalOf } from './refusal-of.ts';

/** Migrated, with a role that has the rights of docs/scale.md, and one that has none. */
let database: string;
/** As one word of an identifier: roles are shared by all databases of a server. */
let name: string;

beforeAll(async () => {
  database = await newDatabase();
  name = new URL(database).pathname.slice(1);
  await (await leaseOf(createStoreBackend({ url: database }))).close();
  await query(database, `CREATE ROLE ${name}_runner LOGIN PASSWORD 'secret'`);
  await query(database, `CREATE ROLE ${name}_reader LOGIN PASSWORD 'secret'`);
  await query(database, `GRANT USAGE ON SCHEMA callsheet TO ${name}_runner, ${name}_reader`);
  await query(database, `GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA callsheet TO ${name}_runner`);
  await query(database, `GRANT SELECT ON ALL TABLES IN SCHEMA callsheet TO ${name}_reader`);
});

const folder = mkdtempSync(join(tmpdir(), 'callsheet-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function as(role: string, url = database): string {
  return Object.assign(new URL(url), { username: role === 'admin' ? role : `${name}_${role}` }).href;
}

const change = (from: string, by: Partial<URL>): string => Object.assign(new URL(from), by).href;

describe('a store is refused in words', () => {
  test('with a wrong password, which is not repeated', async () => {
    expect(await refusalOf(change(database, { password: 'secret2' }))).toBe(
      'postgres://admin@HOST/DB does not accept the password (password authentication failed for user "admin"). Set it in the URL, in PGPASSWORD or in ~/.pgpass. Nothing was sent.',
    );
  });

  test('without such a database', async () => {
    expect(await refusalOf(change(database, { pathname: '/nowhere' }))).toBe(
      'postgres://admin@HOST/nowhere: database "nowhere" does not exist. Create it with `createdb`, or correct the URL. Nothing was sent.',
    );
  });

  test('where nobody listens', async () => {
    const server = createServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await refusalOf(`postgres://admin:secret@127.0.0.1:${port}/x`)).toMatch(
      /^postgres:\/\/admin@HOST\/x cannot be reached \(connect ECONNREFUSED HOST\)\. Nothing more is sent without it\./,
    );
  });

  test('where something else than PostgreSQL listens, or nothing answers', async () => {
    const server = createServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const silent = createServer();
    const [port, silentPort] = [await listen(server), await listen(silent)];
    try {
      expect(await refusalOf(`postgres://admin:secret@127.0.0.1:${port}/x`)).toMatch(/ cannot be reached \(.+\)\. /);
      expect(await refusalOf(`postgres://admin:secret@127.0.0.1:${silentPort}/x?lease=2`)).toMatch(
        / cannot be reached \(.*timeout.*\)\. /,
      );
    } finally {
      server.close();
      silent.close();
    }
  });

  test('but not where a busy server lets the first connection wait for longer than a short lease allows later', async () => {
    await using proxy = await createDatabaseProxy(database);
    const held = proxy.holdBack('\0database\0');
    const refused = createStoreBackend({ url: `${proxy.url}?lease=2` }).refusal(about, '');
    await held;
    await sleep(1_000);
    proxy.letGo();
    expect(await refused).toBeUndefined();
  });

  test('where TLS is asked for and the server has none', async () => {
    expect(await refusalOf(`${database}?sslmode=require`)).toMatch(
      /^postgres:\/\/admin@HOST\/DB cannot be reached with TLS \(The server does not support SSL connections\)\./,
    );
  });

  test('where the tables are those of a newer version', async () => {
    const [version] = await query(database, 'SELECT number FROM callsheet.version');
    await query(database, 'UPDATE callsheet.version SET number = 99');
    try {
      expect(await refusalOf(database)).toBe(
        'postgres://admin@HOST/DB was written by a newer callsheet (state version 99). Update callsheet. Nothing was sent.',
      );
      expect(await createStoreBackend({ url: database }).openForReading({ about })).toEqual({
        refused: { kind: 'newer', version: 99 },
      });
    } finally {
      await query(database, `UPDATE callsheet.version SET number = ${Number(version?.['number'])}`);
    }
  });

  test('where there are no tables and the role may not create them', async () => {
    const empty = await emptyDatabase();
    expect(await refusalOf(as('runner', empty))).toMatch(
      /^postgres:\/\/DB_runner@HOST\/DB does not have the tables of this version \(permission denied for database DB\)\. Run `callsheet store migrate` with a role that may create them/,
    );
    expect(await createStoreBackend({ url: as('runner', empty) }).openForReading({ about })).toBeUndefined();
  });

  test('where the role may only read: status works, a run does not', async () => {
    expect(await refusalOf(as('reader'))).toBe(
      'postgres://DB_reader@HOST/DB: the role may not do this (permission denied for table campaign). Grant it what docs/scale.md lists. Nothing was sent.',
    );
    const opened = await createStoreBackend({ url: as('reader') }).openForReading({ about });
    if (opened === undefined || 'refused' in opened) throw new Error('not opened');
    expect(await opened.reader.counts()).toEqual([]);
    await opened.reader.close();
  });

  test('where its server is too old, which only says so', async () => {
    // It has functions of that name that are found first.
    await query(database, 'CREATE SCHEMA old');
    await query(
      database,
      `CREATE FUNCTION old.current_setting(name text) RETURNS text LANGUAGE sql AS
       $$ SELECT CASE name WHEN 'server_version_num' THEN '130014' ELSE '13.14' END $$`,
    );
    await query(database, `GRANT USAGE ON SCHEMA old TO ${name}_runner`);
    await query(database, `ALTER ROLE ${name}_runner IN DATABASE ${name} SET search_path = old, pg_catalog`);
    try {
      expect(await refusalOf(as('runner'))).toBe(
        'postgres://DB_runner@HOST/DB is PostgreSQL 13.14; callsheet needs PostgreSQL 14 or later. Nothing was sent.',
      );
    } finally {
      await query(database, `ALTER ROLE ${name}_runner IN DATABASE ${name} RESET search_path`);
    }
  });

  test('where it is read-only', async () => {
    await query(database, `ALTER ROLE ${name}_runner IN DATABASE ${name} SET default_transaction_read_only = on`);
    try {
      expect(await refusalOf(as('runner'))).toBe(
        'postgres://DB_runner@HOST/DB is read-only (cannot execute INSERT in a read-only transaction): probably a standby. Use the address of the primary server. Nothing was sent.',
      );
    } finally {
      await query(database, `ALTER ROLE ${name}_runner IN DATABASE ${name} RESET default_transaction_read_only`);
    }
  });

  test('where it has no free connection', async () => {
    await query(database, `ALTER ROLE ${name}_runner CONNECTION LIMIT 0`);
    try {
      expect(await refusalOf(as('runner'))).toBe(
        'postgres://DB_runner@HOST/DB has no free connection (too many connections for role "DB_runner"). Each process needs up to six, and one that may lead up to twelve; raise max_connections, or close others. Nothing was sent.',
      );
    } finally {
      await query(database, `ALTER ROLE ${name}_runner CONNECTION LIMIT -1`);
    }
  });

  test('where another process carries the run out, or another run of the campaign', async () => {
    const lease = await leaseOf(createStoreBackend({ url: `${database}?lease=30` }));
    const advice = (run: string): string =>
      `Wait until it ends, pause it with \`callsheet pause x.yaml${run}\`, or end it with \`callsheet cancel x.yaml${run}\` or Ctrl-C. If that process has died, run again in 30 s: its lease has ended then. Nothing was sent.`;
    expect(await refusalOf(database)).toBe(
      `x.yaml is already being run by process 1 on here, since 1970-01-01T00:00:00.000Z. ${advice('')}`,
    );
    const backend = createStoreBackend({ url: database });
    const other = await backend.openForRunning({ about: { ...about, run: '2' }, me, adopt: false });
    if (!('refused' in other)) throw new Error('not refused');
    expect(`${refusalMessage(other.refused, backend.location, { file: 'x.yaml' })} Nothing was sent.`).toBe(
      `x.yaml is already being run as run 1 by process 1 on here, since 1970-01-01T00:00:00.000Z. ${advice(' --run 1')}`,
    );
    await lease.close();
  });

  test.each([
    ['callsheet.db', 'Use an address such as postgres://user@host:5432/database'],
    ['https://host/x', 'Use an address such as postgres://user@host:5432/database'],
    ...['u:p#w@host/x', 'u:1#w@host/x', 'u:1/w@host/x', 'u:1?w@host/x'].map((address) => [
      `postgres://${address}`,
      'Use an address such as postgres://user@host:5432/database; in a password, write `#` as %23, `/` as %2F, `?` as %3F and `@` as %40',
    ]),
    ['postgres://host', 'Name a database, as in postgres://user@host:5432/database'],
    ['postgres://host/x?lease=1', 'Use a lease of 2 to 600 seconds'],
    ['postgres://host/x?lease=soon', 'Use a lease of 2 to 600 seconds'],
    ['postgres://u:secret%c3%28@host/x', 'URI malformed'],
    ...['password', 'host', 'user', 'options', '%0A'].map((name) => [
      `postgres://host/x?sslmode=disable&${name}=secret`,
      `Remove \`${name}\` from the address; its parameters are \`lease\`, \`sslcert\`, \`sslkey\`, \`sslmode\`, \`sslrootcert\``,
    ]),
    ['postgres://host/x?sslrootcert=/nowhere.pem', "ENOENT: no such file or directory, open '/nowhere.pem'"],
    ['postgres://host/x?sslkey=/', 'EISDIR: illegal operation on a directory, read'],
  ])('with the address %s', async (url, fault) => {
    expect(await refusalOf(url)).toBe(`CALLSHEET_STORE cannot be used. ${fault}. Nothing was sent.`);
  });
});

test('a role with the rights of docs/scale.md carries runs out', async () => {
  const lease = await leaseOf(createStoreBackend({ url: as('runner') }));
  await intend(lease, { ...intent, step: 'first' });
  await lease.apply([{ kind: 'renameStep', was: 'first', id: 'second' }]);
  expect(await lease.steps()).toEqual(['second']);
  await lease.close();
  expect(await createStoreBackend({ url: as('runner') }).requestControl(about, 'pause')).toEqual({
    carriedOut: undefined,
    before: 'run',
  });
});

test('many processes make the tables of one empty database at one moment', async () => {
  const empty = await emptyDatabase();
  const opened = await Promise.all(
    [1, 2, 3, 4].map((run) =>
      createStoreBackend({ url: empty }).openForRunning({ about: { ...about, campaign: `c${run}` }, me, adopt: false }),
    ),
  );
  expect(opened.filter((one) => 'refused' in one)).toEqual([]);
  for (const one of opened) if ('lease' in one) await one.lease.close();
});

describe('this machine remembers where a run was carried out', () => {
  const guard = (part: string) => ({ rollbackGuard: join(folder, part) });
  const file = (part: string) =>
    createFileBackend({
      paths: statePaths({ folder: join(folder, part, 'state'), campaign: 'trial', sandbox: false }),
      ...guard(part),
    });
  const request = { about, me, adopt: false };

  test('a store does not start over what a state file has done', async () => {
    const lease = await leaseOf(file('a'));
    await intend(lease, intent);
    await lease.close();
    const store = createStoreBackend({ url: await newDatabase(), ...guard('a') });
    const path = join(folder, 'a/state/ledger.db');
    expect(await store.refusal(about, me.host)).toEqual({ kind: 'missing', path, isThere: true });
    expect(await store.openForRunning(request)).toEqual({ refused: { kind: 'missing', path, isThere: true } });
    const adopted = await store.openForRunning({ ...request, adopt: true });
    if ('refused' in adopted) throw new Error('refused');
    expect(adopted.warnings).toEqual([{ kind: 'adopted', from: { kind: 'missing', path, isThere: true } }]);
    await adopted.lease.close();
  });

  test('a state file, or another store, does not start over what a store has done', async () => {
    const url = await newDatabase();
    const store = createStoreBackend({ url, ...guard('b') });
    const lease = await leaseOf(store);
    await intend(lease, intent);
    await lease.close();
    const refused = { kind: 'missing', path: store.location, isThere: true } as const;
    expect(await file('b').openForRunning(request)).toEqual({ refused });
    expect(`${refusalMessage(refused, 's/x.db', { file: 'x.yaml' })} Nothing was sent.`).toBe(
      `This run of x.yaml was carried out with the store ${store.location}; s/x.db does not record who was contacted. Use that store with --store, start a new run with --run NAME, or start over with --adopt, which contacts people again. Nothing was sent.`,
    );
    const other = createStoreBackend({ url: await newDatabase(), ...guard('b') });
    expect(await other.openForRunning(request)).toEqual({ refused });
    await (await leaseOf(store)).close();
  });

  test('a store that was restored from a backup is refused', async () => {
    const url = await newDatabase();
    const store = createStoreBackend({ url, ...guard('c') });
    const lease = await leaseOf(store);
    await intend(lease, intent);
    await lease.close();
    await query(url, 'UPDATE callsheet.campaign SET revision = revision - 1');
    expect(await store.openForRunning(request)).toEqual({ refused: { kind: 'behind', seq: 0, known: 1 } });
  });

  test('a copy of a store, or one whose host was renamed, is refused until it is adopted; another role is not', async () => {
    const url = await newDatabase();
    const original = createStoreBackend({ url, ...guard('d') });
    const lease = await leaseOf(original);
    await intend(lease, intent);
    await lease.close();
    const copy = createStoreBackend({ url: change(url, { hostname: 'localhost' }), ...guard('d') });
    const refused = { kind: 'copied', path: original.location } as const;
    expect(await copy.openForRunning(request)).toEqual({ refused });
    expect(`${refusalMessage(refused, copy.location, { file: 'x.yaml' })} Nothing was sent.`).toBe(
      `${copy.location} holds the same ledger as ${original.location}, where this machine used it before: it is a copy, or its host was renamed. Use the original with --store, or accept this one with --adopt if the original will not be run again. Nothing was sent.`,
    );
    await query(url, `GRANT USAGE ON SCHEMA callsheet TO ${name}_runner`);
    await query(url, `GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA callsheet TO ${name}_runner`);
    await (await leaseOf(createStoreBackend({ url: as('runner', url), ...guard('d') }))).close();
    const adopted = await copy.openForRunning({ ...request, adopt: true });
    if ('refused' in adopted) throw new Error('refused');
    expect(adopted.warnings.map(stateWarning)).toEqual([
      expect.stringMatching(/^--adopt: this copy is now the store; postgres:.+ will be refused\.$/) as string,
    ]);
    await adopted.lease.close();
    expect(await original.openForRunning(request)).toMatchObject({ refused: { kind: 'copied', path: copy.location } });
  });

  test('where it can remember nothing, it says so', async () => {
    const store = createStoreBackend({ url: await newDatabase(), rollbackGuard: '/dev/null/guard' });
    const opened = await store.openForRunning(request);
    if ('refused' in opened) throw new Error('refused');
    expect(opened.warnings.map(stateWarning)).toEqual([
      expect.stringMatching(/^\/dev\/null\/guard cannot be written \(.+\), so callsheet cannot detect/) as string,
    ]);
    await opened.lease.close();
  });
});
