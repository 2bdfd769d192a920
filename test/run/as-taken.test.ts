import { expect, test } from 'vitest';
import type { Campaign } from '../../src/campaign/campaign.ts';
import { forEachJob } from '../../src/job/history.ts';
import type { JobRecord, JobState } from '../../src/job/job.ts';
import { listJobs, type OpenedReader, type RunReader } from '../../src/ledger/backend.ts';
import { createMemoryBackend } from '../../src/ledger/memory-backend.ts';
import type { TakenAs } from '../../src/plan/what-next.ts';
import { asTaken } from '../../src/run/resume/work-left.ts';
import { decide, drop, intend, settle } from '../rig/lease.ts';
import { about, ada, backends, ben, intent, leaseOf } from '../rig/state-backends.ts';

async function seen(reader: RunReader) {
  const keys = async (state?: JobState) =>
    (await listJobs(reader, state === undefined ? {} : { state })).map((job: JobRecord) => `${job.key} ${job.state}`);
  const histories = await reader.stepHistories('states');
  const inHistory: string[] = [];
  forEachJob({ steps: histories }, ada.step, ({ key, state }) => void inHistory.push(`${key} ${state}`));
  return {
    counts: (await reader.counts()).map(({ state, jobs }) => `${state} ${jobs}`).sort(),
    all: (await keys()).sort(),
    pending: await keys('pending'),
    skipped: await keys('skipped'),
    inHistory: inHistory.sort(),
    one: await reader.job(ada),
  };
}

test.each(Object.entries(backends))(
  'every answer of a reader has jobs as the next process takes them: pending, or left out, in %s',
  async (_, open) => {
    const backend = open();
    const lease = await leaseOf(backend);
    for (const job of [ada, ben])
      await lease.apply([{ kind: 'drop', to: { ...job, state: 'skipped', reason: 'undecided:hello', at: 1_500 } }]);
    await lease.close();
    const { reader } = (await backend.openForReading({ about })) as OpenedReader;
    const campaign = { steps: [{ id: ada.step }] } as unknown as Campaign;
    const taken = (key: string, as: TakenAs) => ({ taken: new Map([[ada.step, new Map([[key, as]])]]) });
    const [a, b, c] = [ada.key, ben.key, '2348000000099'];
    expect(await seen(asTaken(reader, taken(a, { state: 'pending' }), campaign))).toMatchObject({
      counts: ['pending 1', 'skipped 1'],
      all: [`${a} pending`, `${b} skipped`].sort(),
      pending: [`${a} pending`],
      skipped: [`${b} skipped`],
      inHistory: [`${a} pending`, `${b} skipped`].sort(),
      one: { state: 'pending', reason: 'undecided:hello' },
    });
    const late = asTaken(reader, taken(c, { state: 'expired', reason: 'ends' }), campaign);
    expect(await seen(late)).toMatchObject({
      counts: ['expired 1', 'skipped 2'],
      all: [`${a} skipped`, `${b} skipped`, `${c} expired`].sort(),
      pending: [],
      inHistory: [`${a} skipped`, `${b} skipped`, `${c} expired`].sort(),
    });
    expect(await late.job({ ...ada, key: c })).toEqual({
      step: ada.step,
      key: c,
      state: 'expired',
      reason: 'ends',
      attempts: 0,
    });
    expect(await listJobs(late, { state: 'expired' })).toHaveLength(1);
    await reader.close();
  },
);

test('who was refused, and would be left out now, has no status: it is the same before it is recorded and after', async () => {
  const backend = createMemoryBackend();
  const lease = await leaseOf(backend);
  await intend(lease, intent);
  await settle(lease, { ...ada, attempt: 1, at: 1_100, state: 'rejected', code: '-69', reason: 'rate does not exist' });
  await decide(lease, ada, 'pending', 1_200);
  const as: TakenAs = { state: 'skipped', reason: 'instead:code' };
  const left = { taken: new Map([[ada.step, new Map([[ada.key, as]])]]) };
  const before = await asTaken(lease, left, { steps: [{ id: ada.step }] } as unknown as Campaign).job(ada);
  await drop(lease, ada, 'skipped', 'instead:code', 1_300);
  const { code, reason, state } = (await lease.job(ada))!;
  expect(before).toMatchObject({ state, reason });
  expect([before?.code, code]).toEqual([undefined, undefined]);
  await lease.close();
});
