import { expect, test } from 'vitest';
import { openSession } from '../../src/state/postgres/session.ts';
import { migrateStore, migrations } from '../../src/state/postgres/tables.ts';
import { parseStoreAddress } from '../../src/state/store-address.ts';
import { createStoreBackend } from '../../src/state/store-backend.ts';
import { intend, settle } from '../rig/lease.ts';
import { newDatabase, query } from '../rig/postgres/database.ts';
import { about, ada, intent, leaseOf } from '../rig/state-backends.ts';
import { refusalOf } from './refusal-of.ts';

/** A database with the tables of the first version, and a job in doubt from then. */
async function firstVersion(): Promise<string> {
  const url = await newDatabase();
  await query(url, 'CREATE SCHEMA callsheet; CREATE TABLE callsheet.version (number integer NOT NULL)');
  await query(url, `${migrations[0]}; INSERT INTO callsheet.version VALUES (1)`);
  await query(
    url,
    `INSERT INTO callsheet.campaign (name, service, lineage, revision) VALUES ('trial', '${about.service}', 'l1', 2);
     INSERT INTO callsheet.run (campaign, name) VALUES (1, '1');
     INSERT INTO callsheet.step (run, name) VALUES (1, 'hello');
     INSERT INTO callsheet.job (run, step, key, state, attempts, at, first_at, settled_at, doubtful, maybe_sent)
       VALUES (1, 1, '${ada.key}', 'inDoubt', 1, (extract(epoch FROM now()) - 100) * 1000, 1000, 1500, false, false)`,
  );
  return url;
}

async function migrate(url: string) {
  const address = parseStoreAddress(url);
  if ('fault' in address) throw new Error(address.fault);
  const session = await openSession(address);
  try {
    return await migrateStore(session);
  } finally {
    await session.close();
  }
}

test('tables of the first version become those of this one, with what they hold', async () => {
  const url = await firstVersion();
  expect(await migrate(url)).toEqual({ from: 1, to: migrations.length });
  expect(await migrate(url)).toEqual({ from: migrations.length, to: migrations.length });
  const lease = await leaseOf(createStoreBackend({ url }));
  const job = { ...ada, state: 'inDoubt', attempts: 1, firstAt: 1_000, settledAt: 1_500 };
  expect(await lease.job(ada)).toMatchObject(job);
  expect(Math.round((await lease.claimAge!(ada))! / 1000)).toBeGreaterThanOrEqual(100);
  await lease.close();
});

test('they stay as they are while an older callsheet runs a campaign', async () => {
  const url = await firstVersion();
  await query(
    url,
    `UPDATE callsheet.campaign SET leader_run = '1', leader_pid = 12, leader_host = 'there', lease_until = now() + interval '1 h'`,
  );
  expect(await refusalOf(url)).toBe(
    'An older callsheet runs the campaign trial in postgres://admin@HOST/DB (process 12 on there), and this version has to change the tables. Wait until that process ends, or cancel it. Nothing was changed.',
  );
  expect(await createStoreBackend({ url }).requestControl(about, 'pause')).toEqual({ carriedOut: '1', before: 'run' });
  expect(
    await createStoreBackend({ url }).decide(about, [{ ...ada, attempts: 1, state: 'cancelled', at: 2_000 }]),
  ).toMatchObject({ refused: { kind: 'trouble', trouble: 'storeNotMigrated' } });
});

test('how long ago a job was claimed is measured by the clock of the store, whatever the one of the process says', async () => {
  const url = await newDatabase();
  const lease = await leaseOf(createStoreBackend({ url }));
  // Ten hours behind, or ahead.
  for (const [key, at] of [
    ['behind', Date.now() - 36e6],
    ['ahead', Date.now() + 36e6],
  ] as const) {
    await intend(lease, { ...intent, key, at });
    await query(url, `UPDATE callsheet.job SET claimed_at = claimed_at - interval '5 min' WHERE key = '${key}'`);
    await settle(lease, { ...ada, key, attempt: 1, at: at + 500, state: 'inDoubt', reason: 'reset' });
    expect(Math.round((await lease.claimAge!({ ...ada, key }))! / 60_000)).toBe(5);
  }
  expect(await lease.claimAge!({ ...ada, key: 'nobody' })).toBeUndefined();
  await lease.close();
});
