import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { stateTrouble } from '../../src/ledger/state-trouble.ts';
import { createStoreBackend } from '../../src/ledger/store-backend.ts';
import { claim, crew, outcome, quiet } from '../rig/claim-crew.ts';
import { intend, settle } from '../rig/lease.ts';
import { newDatabase, query } from '../rig/postgres/database.ts';
import { about, accepted, ada, ben, intent, leaseOf } from '../rig/state-backends.ts';

const troubleOf = (work: Promise<void>): Promise<unknown> => work.then(() => 'none', stateTrouble);

test('a leader does not take the change of another one for its own when the database went back between them', async () => {
  const url = await newDatabase();
  const backend = createStoreBackend({ url });
  await (await leaseOf(backend)).close();
  const [before] = await query(url, 'SELECT epoch, revision FROM callsheet.campaign');
  const first = await leaseOf(backend);
  await query(
    url,
    `UPDATE callsheet.campaign SET epoch = ${String(before?.['epoch'])}, revision = ${String(before?.['revision'])},
       leader_run = NULL, lease_until = NULL`,
  );
  const second = await leaseOf(backend);
  await intend(second, intent);
  expect(await troubleOf(intend(first, { ...intent, ...ben }))).toBe('leaseLost');
  await first.close();
  await second.close();
});

test('a machine whose workers alone have recorded something refuses a store that was restored to before that', async () => {
  const rollbackGuard = await mkdtemp(join(tmpdir(), 'callsheet-guard-'));
  onTestFinished(() => rm(rollbackGuard, { recursive: true }));
  const all = await crew({ rollbackGuard });
  const revision = async () =>
    Number((await query(all.url, 'SELECT revision FROM callsheet.campaign'))[0]?.['revision']);
  const before = await revision();
  await claim(all.claims, all.chunk);
  await all.claims.settle(outcome({ key: ada.key, state: 'accepted' }), quiet);
  await all.leader.handOut!.reports(0);
  await vi.waitUntil(async () => (await revision()) > before);
  await all[Symbol.asyncDispose]();
  await query(all.url, `DELETE FROM callsheet.job; UPDATE callsheet.campaign SET revision = ${before}`);
  const next = await createStoreBackend({ url: all.url, rollbackGuard }).openForRunning({
    about,
    me: { pid: 1, host: 'here', since: 0 },
    adopt: false,
  });
  expect(next).toEqual({ refused: { kind: 'behind', seq: before, known: before + 1 } });
});

describe('a process that finds that the store has lost changes pauses the run, which the next machine then does not continue', () => {
  test.each([
    ['to an earlier revision of its own', 'revision = 0'],
    ['to a time before it led', 'revision = 0, epoch = 1, leader_run = NULL, lease_until = NULL'],
    ['past a decision that it knows of', 'decisions = 0'],
  ])('when the store went back %s', async (_, back) => {
    const url = await newDatabase();
    const backend = createStoreBackend({ url });
    const lease = await leaseOf(backend);
    await intend(lease, intent);
    await settle(lease, { ...ada, attempt: 1, at: 1_500, state: 'inDoubt', reason: 'reset' });
    await backend.decide(about, [{ ...ada, attempts: 1, state: 'cancelled', at: 2_000 }]);
    await intend(lease, { ...intent, ...ben });
    await query(url, `UPDATE callsheet.campaign SET ${back}`);
    expect(await troubleOf(settle(lease, { ...accepted, ...ben }))).toBe('storeLostChanges');
    await lease.close();
    const next = await leaseOf(backend);
    expect((await next.status()).control).toBe('pause');
    await next.close();
  });

  test('when the run is not in the store any more, and another process leads by then', async () => {
    const url = await newDatabase();
    const backend = createStoreBackend({ url });
    const lease = await leaseOf(backend);
    await intend(lease, intent);
    await query(url, 'TRUNCATE callsheet.job, callsheet.step, callsheet.run CASCADE');
    await query(url, 'UPDATE callsheet.campaign SET revision = 0, epoch = 1, leader_run = NULL, lease_until = NULL');
    const next = await leaseOf(backend);
    expect(await troubleOf(settle(lease, accepted))).toBe('storeLostChanges');
    expect((await next.status()).control).toBe('pause');
    await lease.close();
    await next.close();
  });

  test.each([
    ['to an earlier revision of its own', 'revision = 0'],
    ['to a time before it led', 'revision = 0, epoch = 1, leader_run = NULL, lease_until = NULL'],
  ])('when it renews its lease, and the store went back %s', async (_, back) => {
    const url = await newDatabase();
    const lease = await leaseOf(createStoreBackend({ url: `${url}?lease=2` }));
    await intend(lease, intent);
    await query(url, `UPDATE callsheet.campaign SET ${back}`);
    const paused = async () => (await query(url, 'SELECT control FROM callsheet.run'))[0]?.['control'] === 'pause';
    await vi.waitUntil(paused, 20_000);
    expect(lease.term?.mayStart()).toBe(false);
    await lease.close();
  });
});
