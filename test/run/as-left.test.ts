import { expect, test } from 'vitest';
import type { Campaign } from '../../src/campaign/campaign.ts';
import { forEachJob } from '../../src/job/history.ts';
import type { JobRecord, JobState } from '../../src/job/job.ts';
import { listJobs, type OpenedReader, type RunReader } from '../../src/ledger/backend.ts';
import { asLeft } from '../../src/run/resume/as-left.ts';
import { about, ada, backends, ben, leaseOf } from '../rig/state-backends.ts';

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
  'who is sent to after all is pending in every answer of a reader, in %s',
  async (_, open) => {
    const backend = open();
    const lease = await leaseOf(backend);
    for (const job of [ada, ben])
      await lease.apply([{ kind: 'drop', to: { ...job, state: 'skipped', reason: 'undecided:hello', at: 1_500 } }]);
    await lease.close();
    const { reader } = (await backend.openForReading({ about })) as OpenedReader;
    const campaign = { steps: [{ id: ada.step }] } as unknown as Campaign;
    const left = { isLeft: true, again: new Map([[ada.step, new Map([[ada.key, 'skipped' as const]])]]) };
    const [a, b] = [ada.key, ben.key];
    expect(await seen(asLeft(reader, left, campaign))).toMatchObject({
      counts: ['pending 1', 'skipped 1'],
      all: [`${a} pending`, `${b} skipped`].sort(),
      pending: [`${a} pending`],
      skipped: [`${b} skipped`],
      inHistory: [`${a} pending`, `${b} skipped`].sort(),
      one: { state: 'pending', reason: 'undecided:hello' },
    });
    await reader.close();
  },
);
