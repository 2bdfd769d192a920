import pg from 'pg';
import { expect, test } from 'vitest';
import { afterChange } from '../../src/ledger/change.ts';
import { type NotClaimed, whyNotClaimed } from '../../src/ledger/hand-out.ts';
import { groupValues, writeGroup } from '../../src/ledger/postgres/workers/worker-statement.ts';
import { createStoreBackend } from '../../src/ledger/store-backend.ts';
import { intend, settle } from '../rig/lease.ts';
import { newDatabase, query } from '../rig/postgres/database.ts';
import { createDatabaseProxy } from '../rig/postgres/database-proxy.ts';
import { about, ada, intent, leaseOf } from '../rig/state-backends.ts';

const chunk = '00000000-0000-4000-8000-000000000001';
const sentWith = { version: '1', digest: 'aa', service: about.service, credentials: 'k' };

/** A leader with one chunk, which a worker has fetched; `wire` is between one of them and the database. */
async function crew(slow: 'leader' | 'worker') {
  const url = await newDatabase();
  const wire = await createDatabaseProxy(url);
  const urlOf = (who: typeof slow): string => (who === slow ? wire.url : url);
  const leader = await leaseOf(createStoreBackend({ url: urlOf('leader') }));
  const backend = createStoreBackend({ url: urlOf('worker') });
  const worker = await backend.openForSending?.({ campaign: about.campaign, pid: 7, host: 'there', most: 16 });
  if (worker === undefined || 'refused' in worker) throw new Error(JSON.stringify(worker));
  await leader.handOut!.open(sentWith, true);
  await leader.handOut!.give([{ id: chunk, body: {} }]);
  await worker.fetch();
  return {
    url,
    wire,
    leader,
    worker,
    async [Symbol.asyncDispose]() {
      await worker.close();
      await leader.close();
      await wire[Symbol.asyncDispose]();
    },
  };
}

test('a claim does not count where a person has decided upon the job since its record was read', async () => {
  await using all = await crew('worker');
  const { url, wire, leader, worker } = all;
  const funds = { step: 'funds' };
  await intend(leader, { ...funds, attempt: 1, at: 1_000, requestHash: 'aa' });
  await settle(leader, { ...funds, attempt: 1, at: 1_500, state: 'rejected', code: '-13' });
  const { lead } = await worker.look(0);
  const to = { ...funds, attempt: 2, at: 2_000, requestHash: 'aa' };
  const held = wire.holdBack('callsheet_worker_group');
  const claimed = worker
    .claims(lead!)
    .claim({ chunk, change: { kind: 'intend', to }, isNew: false })
    .then((): 'claimed' => 'claimed', whyNotClaimed);
  await held;
  const decided = { ...funds, attempts: 1, state: 'pending', at: 1_800, by: 'Ada' } as const;
  expect(await createStoreBackend({ url }).decide(about, [decided])).toBeUndefined();
  wire.letGo();
  expect(await claimed).toBe('otherState' satisfies NotClaimed);
  expect(await leader.job(funds)).toMatchObject({ state: 'pending', attempts: 1, decisions: [{ by: 'Ada' }] });
});

test('a claim that was sent again, and whose first try arrives after a later group, counts once', async () => {
  await using all = await crew('worker');
  const { url, leader, worker } = all;
  const lead = (await worker.look(0)).lead!;
  const claims = worker.claims(lead);
  const change = { kind: 'intend', to: intent } as const;
  await claims.claim({ chunk, change, isNew: true });
  const unsent = { ...ada, attempt: 1, at: 1_500, state: 'pending', attempted: false } as const;
  await claims.settle({ kind: 'settle', to: unsent }, { body: {}, isAlarm: false });
  const [ids] = await query(
    url,
    'SELECT worker.id AS worker, worker.campaign, step.id AS step FROM callsheet.worker, callsheet.step',
  );
  const { worker: id, campaign, step } = ids as Readonly<Record<'worker' | 'campaign' | 'step', number>>;
  const job = afterChange(undefined, change)!;
  const toClaim = [{ job, step, number: 1, chunk, before: undefined }];
  const late = new pg.Client({ connectionString: url });
  await late.connect();
  const group = { campaign, worker: id, lead, groups: 0, toClaim, reports: [], outcomes: [] };
  await late.query(writeGroup, [...groupValues(group)]);
  await late.end();
  expect(await leader.job(ada)).toMatchObject({ state: 'pending', attempts: 0 });
});

test('a worker that renews its lease while its leader looks for those that are over keeps its place', async () => {
  await using all = await crew('leader');
  const { url, wire, leader } = all;
  await query(url, `UPDATE callsheet.worker SET lease_until = now() - interval '1 s'`);
  const held = wire.holdBack('DELETE FROM callsheet.worker');
  const seats = leader.handOut!.seats();
  await held;
  await query(url, `UPDATE callsheet.worker SET lease_until = now() + interval '60 s'`);
  wire.letGo();
  expect(await seats).toMatchObject([{ pid: 7 }]);
});

test('a worker learns that its leader has halted, and not of the leader before', async () => {
  await using all = await crew('leader');
  const { url, leader, worker } = all;
  expect((await worker.look(0)).lead).toMatchObject({ isHalted: false, sentWith });
  await leader.handOut!.halt();
  expect((await worker.look(0)).lead).toMatchObject({ isHalted: true, sentWith });
  await query(url, 'UPDATE callsheet.campaign SET lease_until = now()');
  const next = await leaseOf(createStoreBackend({ url }));
  expect((await worker.look(0)).lead).toMatchObject({ isHalted: false, sentWith: undefined });
  await leader.handOut!.halt();
  await next.handOut!.open(sentWith, true);
  expect((await worker.look(0)).lead).toMatchObject({ isHalted: false, sentWith });
  await next.close();
});
