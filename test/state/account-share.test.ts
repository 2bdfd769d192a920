import { expect, test } from 'vitest';
import type { SharedLimits } from '../../src/ledger/account-share.ts';
import type { RunLease } from '../../src/ledger/backend.ts';
import { createStoreBackend } from '../../src/ledger/store-backend.ts';
import { intend, settle } from '../rig/lease.ts';
import { newDatabase, query } from '../rig/postgres/database.ts';
import { about, ada, intent, me } from '../rig/state-backends.ts';

const limits = { rate: { count: 10, perMs: 60_000 } };
const nothing = { starts: 0, keep: 0, doubts: 0, rest: undefined };
const reason = 'HTTP 429';

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

test('a pause for which the service asks one campaign of an account is known to the others until it is over', async () => {
  const url = await newDatabase();
  const [one, other] = [await lead(url, 'one', limits), await lead(url, 'other', limits)];
  expect((await other.account!.ask(nothing)).rest).toBeUndefined();
  await one.account!.ask({ ...nothing, rest: { ms: 60_000, reason } });
  // A shorter one does not end it.
  const { rest } = await other.account!.ask({ ...nothing, rest: { ms: 1_000, reason: 'HTTP 503' } });
  expect(rest).toEqual({ ms: expect.any(Number) as number, reason });
  expect(rest!.ms).toBeGreaterThan(1_000);
  expect(rest!.ms).toBeLessThanOrEqual(60_000);
  const later = await lead(url, 'later', limits);
  expect((await later.account!.ask(nothing)).rest).toMatchObject({ reason });
  // As it is when the clock of the database was set back.
  await query(url, `UPDATE callsheet.account SET rest = jsonb_set(rest::jsonb, '{until}', '9999999999999')::json`);
  expect((await other.account!.ask(nothing)).rest).toBeUndefined();
  for (const lease of [one, other, later]) await lease.close();
});

test('a leader that was stopped for longer than its lease does not go on beside other limits of its account', async () => {
  const url = await newDatabase();
  const stopped = await lead(url, 'one', limits);
  await query(url, 'UPDATE callsheet.campaign SET lease_until = now()');
  const other = await lead(url, 'other', { rate: { count: 1, perMs: 60_000 } });
  await expect(stopped.account!.ask({ ...nothing, starts: 1 })).rejects.toThrow('began with other limits');
  expect((await other.account!.ask({ ...nothing, starts: 1 })).slots).toHaveLength(1);
  for (const lease of [stopped, other]) await lease.close();
});

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

test('what a leader that died had in flight counts for the others, until the next one asks or a minute has passed', async () => {
  const url = await newDatabase();
  const shared = { concurrency: 8 };
  const [died, other] = [await lead(url, 'one', shared), await lead(url, 'other', shared)];
  await died.account!.ask({ ...nothing, keep: 5 });
  const room = async () => (await other.account!.ask({ ...nothing, starts: 9 })).inFlight;
  await query(url, "UPDATE callsheet.campaign SET lease_until = now() WHERE name = 'one'");
  expect(await room()).toBe(3);
  const next = await lead(url, 'one', shared);
  expect(await room()).toBe(3);
  await next.account!.ask({ ...nothing, keep: 2 });
  expect(await room()).toBe(6);
  await query(url, "UPDATE callsheet.account_member SET asked_at = asked_at - interval '61 s' WHERE held = 2");
  expect(await room()).toBe(8);
  for (const lease of [died, next, other]) await lease.close();
});
