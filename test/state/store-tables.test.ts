import { expect, test } from 'vitest';
import { createStoreBackend } from '../../src/ledger/store-backend.ts';
import { intend, settle } from '../rig/lease.ts';
import { newDatabase, query } from '../rig/postgres/database.ts';
import { ada, intent, leaseOf } from '../rig/state-backends.ts';

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
