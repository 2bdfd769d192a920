import { describe, expect, test } from 'vitest';
import { listJobs } from '../../src/ledger/backend.ts';
import type { Settled } from '../../src/ledger/change.ts';
import { stateTrouble } from '../../src/ledger/state-trouble.ts';
import { createStoreBackend } from '../../src/ledger/store-backend.ts';
import { chunkId, claim, crew, leadOf, outcome, quiet, sentWith } from '../rig/claim-crew.ts';
import { intend } from '../rig/lease.ts';
import { newDatabase, query } from '../rig/postgres/database.ts';
import { createDatabaseProxy } from '../rig/postgres/database-proxy.ts';
import { about, ada, ben, intent, leaseOf } from '../rig/state-backends.ts';

/** As if the leader had died long ago. */
const endLease = 'UPDATE callsheet.campaign SET lease_until = now()';

test('a worker knows what its leader has, claims a job, and its leader reads the outcome once', async () => {
  await using all = await crew();
  const { leader, worker, claims, chunk } = all;
  expect(await worker.look(0)).toMatchObject({ share: 0, lead: { run: '1', control: 'run', sentWith } });
  expect(await claim(claims, chunk)).toBe('claimed');
  expect(await leader.job(ada)).toEqual({
    ...ada,
    state: 'sending',
    attempts: 1,
    firstAt: 1_000,
    at: 1_000,
    requestHash: 'aa',
  });
  expect(await leader.handOut!.records([ada, ben])).toMatchObject([{ job: ada, sender: 'living' }]);
  expect(await leader.handOut!.sendingElsewhere()).toBe(1);
  await claims.settle(outcome({ key: ada.key, state: 'accepted' }), { body: { at: 0 }, isAlarm: false });
  expect(await leader.job(ada)).toMatchObject({ state: 'accepted', attempts: 1, settledAt: 1_500, code: '0' });
  expect(await leader.handOut!.reports(0)).toEqual([{ at: 0 }]);
  expect(await leader.handOut!.reports(0)).toEqual([]);
  expect(await leader.handOut!.sendingElsewhere()).toBe(0);
});

test('of many workers that claim one job at one moment, one gets it', async () => {
  await using all = await crew();
  const { worker, chunk } = all;
  const lead = await leadOf(worker);
  const others = await Promise.all(Array.from({ length: 4 }, () => all.newWorker()));
  const keys = Array.from({ length: 20 }, (_, index) => String(2348030000000 + index));
  const results = await Promise.all(
    [worker, ...others].flatMap((one) => {
      const claims = one.claims(lead);
      return keys.map(async (key) => ({ key, result: await claim(claims, chunk, key) }));
    }),
  );
  const claimed = results.filter(({ result }) => result === 'claimed').map(({ key }) => key);
  expect(claimed.toSorted()).toEqual(keys);
  expect(await listJobs(all.leader, { state: 'sending' })).toHaveLength(keys.length);
});

describe('nothing is claimed', () => {
  test('while the run is paused or cancelled', async () => {
    await using all = await crew();
    const { leader, claims, chunk, worker } = all;
    for (const control of ['pause', 'cancel'] as const) {
      await createStoreBackend({ url: all.url }).requestControl(about, control);
      expect(await claim(claims, chunk)).toBe('closed');
      expect((await worker.look(0)).lead?.control).toBe(control);
    }
    await leader.apply([{ kind: 'control', control: 'run' }]);
    expect(await claim(claims, chunk)).toBe('claimed');
  });

  test('after an outcome with an alarm, until the leader has judged it', async () => {
    await using all = await crew();
    const { leader, claims, chunk } = all;
    await claim(claims, chunk);
    await claims.settle(outcome({ key: ada.key, state: 'inDoubt' }), { body: 'lost', isAlarm: true });
    expect(await claim(claims, chunk, ben.key)).toBe('closed');
    expect(await leader.handOut!.reports(0)).toEqual(['lost']);
    expect(await claim(claims, chunk, ben.key)).toBe('closed');
    await leader.handOut!.reports(1);
    expect(await claim(claims, chunk, ben.key)).toBe('claimed');
  });

  test('of a chunk that its leader has taken back', async () => {
    await using all = await crew();
    const { leader, claims, chunk } = all;
    await claim(claims, chunk);
    await leader.handOut!.takeBack([chunk]);
    expect(await claim(claims, chunk, ben.key)).toBe('takenBack');
    await claims.settle(outcome({ key: ada.key, state: 'accepted' }), quiet);
    expect(await leader.job(ada)).toMatchObject({ state: 'accepted' });
  });

  test('under another leader, but what was claimed before is recorded', async () => {
    await using all = await crew();
    const { claims, chunk, worker } = all;
    await claim(claims, chunk);
    await query(all.url, endLease);
    expect((await worker.look(0)).lead).toBeUndefined();
    const next = await leaseOf(createStoreBackend({ url: all.url }));
    expect(await claim(claims, chunk, ben.key)).toBe('otherLeader');
    expect((await worker.look(0)).lead?.sentWith).toBeUndefined();
    expect(await next.handOut!.sendingElsewhere()).toBe(1);
    await claims.settle(outcome({ key: ada.key, state: 'accepted' }), quiet);
    expect(await next.handOut!.sendingElsewhere()).toBe(0);
    await next.handOut!.open(sentWith, true);
    expect(await next.handOut!.reports(0)).toEqual([]);
    expect(await worker.fetch()).toBeUndefined();
    expect(await next.job(ada)).toMatchObject({ state: 'accepted' });
    await next.close();
  });

  test('of a job that is being sent, was accepted, or is in doubt', async () => {
    await using all = await crew();
    const { leader, claims, chunk } = all;
    const refused = 'otherState';
    await intend(leader, intent);
    expect(await claim(claims, chunk)).toBe(refused);
    for (const state of ['inDoubt', 'accepted'] as const) {
      await query(all.url, `UPDATE callsheet.job SET state = '${state}'`);
      expect(await claim(claims, chunk)).toBe(refused);
    }
  });
});

describe('an outcome and a claim at one moment are one statement', () => {
  test('both count', async () => {
    await using all = await crew();
    const { leader, claims, chunk } = all;
    await claim(claims, chunk);
    const settled = claims.settle(outcome({ key: ada.key, state: 'accepted' }), quiet);
    expect(await claim(claims, chunk, ben.key)).toBe('claimed');
    await settled;
    expect(await query(all.url, 'SELECT count(DISTINCT xmin::text)::int AS commits FROM callsheet.job')).toEqual([
      { commits: 1 },
    ]);
    expect(await leader.handOut!.reports(0)).toEqual([quiet.body]);
  });

  test('the claim does not count beside an alarm', async () => {
    await using all = await crew();
    const { leader, claims, chunk } = all;
    await claim(claims, chunk);
    const settled = claims.settle(outcome({ key: ada.key, state: 'inDoubt' }), { body: 'lost', isAlarm: true });
    expect(await claim(claims, chunk, ben.key)).toBe('closed');
    await settled;
    expect(await leader.handOut!.reports(0)).toEqual(['lost']);
  });

  test('after the lease of the worker neither counts', async () => {
    await using all = await crew();
    const { leader, claims, chunk } = all;
    await claim(claims, chunk);
    await query(all.url, 'DELETE FROM callsheet.worker');
    const settled = claims.settle(outcome({ key: ada.key, state: 'accepted' }), quiet);
    expect(await claim(claims, chunk, ben.key)).toBe('noLease');
    await settled;
    expect(await listJobs(leader)).toMatchObject([{ ...ada, state: 'sending' }]);
  });
});

test('a new leader waits for a claim that is on its way, and reads it', async () => {
  await using all = await crew();
  const { worker, chunk } = all;
  const keys = Array.from({ length: 300 }, (_, index) => String(2348030000000 + index));
  const claims = worker.claims(await leadOf(worker));
  const results = keys.map((key) => claim(claims, chunk, key));
  await query(all.url, endLease);
  const next = await leaseOf(createStoreBackend({ url: all.url }));
  const found = (await listJobs(next)).length;
  const claimed = (await Promise.all(results)).filter((result) => result === 'claimed').length;
  expect(found).toBe(claimed);
  expect((await listJobs(next)).length).toBe(claimed);
  await next.close();
});

describe('after the lease of a worker', () => {
  async function lateCrew(leaseSeconds?: number) {
    const all = await crew({ leaseSeconds });
    const { leader, claims, chunk, worker, url } = all;
    await claim(claims, chunk);
    const signal = worker.term.signal();
    // As its leader does when the lease has ended. To change its end would be undone by a renewal that is under way.
    await query(url, 'DELETE FROM callsheet.worker');
    expect(await leader.handOut!.records([ada])).toMatchObject([{ job: ada, sender: 'lost' }]);
    const settleAs = (state: Settled['state']): Promise<void> =>
      leader.apply([{ kind: 'settle', to: { ...ada, attempt: 1, at: 1_400, state } }]);
    return { ...all, worker, signal, settleAs };
  }

  test('its leader gives its place up', async () => {
    await using all = await crew();
    await query(
      all.url,
      `INSERT INTO callsheet.worker (campaign, pid, host, most, lease_ms, lease_until) SELECT id, 8, 'gone', 4, 1000, now() - interval '1 s'
       FROM callsheet.campaign`,
    );
    expect(await all.leader.handOut!.seats()).toMatchObject([{ pid: 7 }]);
    expect(await query(all.url, 'SELECT pid FROM callsheet.worker')).toEqual([{ pid: 7 }]);
  });

  test('nothing is claimed, and its requests are aborted', async () => {
    await using all = await lateCrew(12);
    expect(await claim(all.claims, all.chunk, ben.key)).toBe('noLease');
    const { signal, worker } = all;
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    expect(worker.term.mayStart()).toBe(false);
    await expect(all.worker.look(0)).rejects.toSatisfy((error) => stateTrouble(error) === 'leaseLost');
  });

  test('a late outcome ends the doubt', async () => {
    await using all = await lateCrew();
    await all.settleAs('inDoubt');
    await all.claims.settle(outcome({ key: ada.key, state: 'accepted' }), quiet);
    expect(await all.leader.job(ada)).toMatchObject({ state: 'accepted', settledAt: 1_500 });
  });

  test('a late outcome that does not know changes nothing', async () => {
    await using all = await lateCrew();
    await all.settleAs('inDoubt');
    await all.claims.settle(outcome({ key: ada.key, state: 'pending' }), quiet);
    expect(await all.leader.job(ada)).toMatchObject({ state: 'inDoubt', settledAt: 1_400 });
  });

  test('a late outcome does not change a newer claim, or what a person has decided', async () => {
    await using all = await lateCrew();
    await all.settleAs('pending');
    await intend(all.leader, { ...intent, attempt: 2, at: 2_000 });
    await all.claims.settle(outcome({ key: ada.key, state: 'accepted' }), quiet);
    expect(await all.leader.job(ada)).toMatchObject({ state: 'sending', attempts: 2, at: 2_000 });
  });
});

test('a chunk that was on its way to the database for long is as old as it is', async () => {
  const url = await newDatabase();
  await using wire = await createDatabaseProxy(url);
  const leader = await leaseOf(createStoreBackend({ url: wire.url }));
  const request = { campaign: about.campaign, pid: 7, host: 'there', most: 16 };
  const worker = await createStoreBackend({ url }).openForSending!(request);
  if (worker === undefined || 'refused' in worker) throw new Error(JSON.stringify(worker));
  await leader.handOut!.open(sentWith, true);
  await leader.handOut!.seats();
  const held = wire.holdBack('INSERT INTO callsheet_queue.job');
  const made = performance.now();
  const given = leader.handOut!.give([{ id: chunkId(1), body: {} }]);
  await held;
  await new Promise((resolve) => setTimeout(resolve, 100));
  wire.letGo();
  await given;
  const chunk = await worker.fetch();
  expect(chunk?.ageMs).toBeGreaterThanOrEqual(100);
  expect(chunk?.ageMs).toBeLessThanOrEqual(performance.now() - made + 100);
  await worker.close();
  await leader.close();
});

test('shares reach their workers, and what they may still use reaches the leader', async () => {
  await using all = await crew();
  const [seat] = await all.leader.handOut!.seats();
  expect(seat).toEqual({ id: expect.any(Number) as number, pid: 7, host: 'there', most: 16, share: 0, held: 0 });
  await all.leader.handOut!.setShares(new Map([[seat!.id, 5]]));
  expect((await all.worker.look(7)).share).toBe(5);
  expect(await all.leader.handOut!.seats()).toMatchObject([{ share: 5, held: 7 }]);
});

test('slots that a worker has just got are not free for others before it has given them back', async () => {
  await using all = await crew();
  const handOut = all.leader.handOut!;
  const { id } = (await handOut.seats())[0]!;
  await handOut.setShares(new Map([[id, 10]]));
  // It may look after the leader does.
  expect(await handOut.seats()).toMatchObject([{ share: 10, held: 10 }]);
  expect((await all.worker.look(0)).share).toBe(10);
  await handOut.setShares(new Map([[id, 4]]));
  expect(await handOut.seats()).toMatchObject([{ share: 4, held: 10 }]);
  expect((await all.worker.look(10)).share).toBe(4);
  expect(await handOut.seats()).toMatchObject([{ share: 4, held: 10 }]);
  await all.worker.look(4);
  expect(await handOut.seats()).toMatchObject([{ share: 4, held: 4 }]);
});
