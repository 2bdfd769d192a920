import { expect, test } from 'vitest';
import type { SharedLimits } from '../../src/ledger/account-share.ts';
import type { RunLease } from '../../src/ledger/backend.ts';
import { createStoreBackend } from '../../src/ledger/store-backend.ts';
import { intend, settle } from '../rig/lease.ts';
import { newDatabase, query } from '../rig/postgres/database.ts';
import { about, ada, intent, me } from '../rig/state-backends.ts';

async function lead(url: string, campaign: string, limits: SharedLimits | undefined): Promise<RunLease> {
  const account = { key: 'k', limits };
  const opened = await createStoreBackend({ url }).openForRunning({
    about: { ...about, campaign },
    me,
    adopt: false,
    account,
  });
  if ('refused' in opened) throw new Error(JSON.stringify(opened.refused));
  return opened.lease;
}

test('a new rate of an account begins when its latest request left, and not with the slot that it had before', async () => {
  const url = await newDatabase();
  const before = await lead(url, 'one', undefined);
  const leftAt = intent.at + 2_000;
  await intend(before, intent);
  await settle(before, { ...ada, attempt: 1, at: leftAt + 10, leftAt, state: 'accepted', code: '0' });
  await before.close();
  const after = await lead(url, 'other', { rate: { count: 1, perMs: 60_000 } });
  expect(await query(url, 'SELECT next_slot FROM callsheet.account')).toEqual([{ next_slot: leftAt + 60_000 }]);
  await after.close();
});
