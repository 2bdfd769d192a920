import { describe, expect, test, vi } from 'vitest';
import { stateTrouble } from '../../src/ledger/state-trouble.ts';
import { createStoreBackend } from '../../src/ledger/store-backend.ts';
import { chunkId, claim, crew, leadOf, outcome, quiet, sentWith } from '../rig/claim-crew.ts';
import { newDatabase, query } from '../rig/postgres/database.ts';
import { createDatabaseProxy } from '../rig/postgres/database-proxy.ts';
import { about, ada, ben, leaseOf } from '../rig/state-backends.ts';

describe('the answer of the database is lost', () => {
  async function cutCrew(leaseSeconds = 60) {
    const url = await newDatabase();
    const wire = await createDatabaseProxy(url);
    const leader = await leaseOf(createStoreBackend({ url }));
    const backend = createStoreBackend({ url: `${wire.url}?lease=${leaseSeconds}` });
    const worker = await backend.openForSending?.({ campaign: about.campaign, pid: 7, host: 'there', most: 16 });
    if (worker === undefined || 'refused' in worker) throw new Error(JSON.stringify(worker));
    await leader.handOut!.open(sentWith, true);
    await leader.handOut!.give([{ id: chunkId(1), body: {} }]);
    await worker.fetch();
    const close = async (): Promise<void> => {
      await worker.close();
      await leader.close();
      await wire[Symbol.asyncDispose]();
    };
    return { url, wire, leader, worker, claims: worker.claims(await leadOf(worker)), close };
  }

  test('to a claim: it is found by its number', async () => {
    const { wire, leader, claims, close } = await cutCrew();
    const lost = wire.loseAnswerTo('callsheet_worker_group');
    const claimed = claim(claims, chunkId(1));
    await lost;
    expect(await claimed).toBe('claimed');
    await claims.settle(outcome({ key: ada.key, state: 'accepted' }), quiet);
    expect(await leader.job(ada)).toMatchObject({ state: 'accepted', attempts: 1 });
    await close();
  });

  test('to a claim whose chunk is taken back before it is repeated: it is found, or asked for once more', async () => {
    const { wire, leader, claims, close } = await cutCrew();
    const lost = wire.loseAnswerTo('callsheet_worker_group');
    const claimed = claim(claims, chunkId(1));
    await lost;
    await leader.handOut!.takeBack([chunkId(1)]);
    const [sending] = await leader.handOut!.records([ada]);
    expect(await claimed).toBe(sending === undefined ? 'closed' : 'claimed');
    await close();
  });

  test('to an outcome: it counts once, and so does its report', async () => {
    const { wire, leader, claims, close } = await cutCrew();
    await claim(claims, chunkId(1));
    const lost = wire.loseAnswerTo('callsheet_worker_group');
    const settled = claims.settle(outcome({ key: ada.key, state: 'inDoubt' }), { body: 'one', isAlarm: true });
    await lost;
    await settled;
    expect(await leader.handOut!.reports(0)).toEqual(['one']);
    await leader.handOut!.reports(1);
    expect(await claim(claims, chunkId(1), ben.key)).toBe('claimed');
    await close();
  });

  test('to an outcome and a claim: both count once', async () => {
    const { wire, leader, claims, close } = await cutCrew();
    await claim(claims, chunkId(1));
    const lost = wire.loseAnswerTo('callsheet_worker_group');
    const settled = claims.settle(outcome({ key: ada.key, state: 'accepted' }), quiet);
    const claimed = claim(claims, chunkId(1), ben.key);
    await Promise.all([lost, settled]);
    expect(await claimed).toBe('claimed');
    expect(await leader.handOut!.reports(0)).toEqual([quiet.body]);
    await claims.settle(outcome({ key: ben.key, state: 'accepted' }), { body: 'two', isAlarm: false });
    expect(await leader.handOut!.reports(0)).toEqual(['two']);
    await close();
  });

  test('to a claim, and the worker does not reach it until its lease has ended: what it had sent is recorded all the same', async () => {
    const { url, wire, leader, worker, claims, close } = await cutCrew(4);
    await claim(claims, chunkId(1));
    const lost = wire.loseAnswerTo('callsheet_worker_group');
    const late = claim(claims, chunkId(1), ben.key);
    await lost;
    await vi.waitUntil(async () => (await query(url, 'SELECT groups FROM callsheet.worker'))[0]?.['groups'] === '2');
    wire.cut();
    await expect(worker.look(0)).rejects.toSatisfy((error) => stateTrouble(error) === 'storeUnreachable');
    const settled = claims.settle(outcome({ key: ada.key, state: 'accepted' }), quiet);
    wire.restore();
    await settled;
    await late;
    expect(await leader.job(ada)).toMatchObject({ state: 'accepted', settledAt: 1_500 });
    await close();
  });
});

describe('a worker that finds that the store has lost what it recorded pauses the run for all machines', () => {
  async function goneBack(leaseSeconds?: number) {
    const all = await crew({ leaseSeconds });
    await claim(all.claims, all.chunk);
    await query(all.url, 'DELETE FROM callsheet.job');
    return all;
  }
  const troubleOf = (work: Promise<unknown>): Promise<unknown> => work.then(() => 'none', stateTrouble);

  test.each([
    ['the claim of a job', undefined],
    ['all of a group', 'UPDATE callsheet.worker SET groups = 0'],
  ])('%s, as it records its outcome', async (_, back) => {
    await using all = await goneBack();
    if (back !== undefined) await query(all.url, back);
    const settled = all.claims.settle(outcome({ key: ada.key, state: 'accepted' }), quiet);
    expect(await troubleOf(settled)).toBe('storeLostChanges');
    // Perhaps the person was forgotten.
    expect(await query(all.url, 'SELECT key FROM callsheet.job')).toEqual([]);
    expect((await all.leader.status()).control).toBe('pause');
  });

  test('as it renews its lease', async () => {
    await using all = await goneBack(6);
    await query(all.url, 'UPDATE callsheet.worker SET groups = 0');
    await vi.waitUntil(async () => (await all.leader.status()).control === 'pause', 20_000);
    expect(await troubleOf(all.worker.look(0))).toBe('storeLostChanges');
  });
});
