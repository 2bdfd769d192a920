import { expect, test } from 'vitest';
import { formatAddress } from '../../src/job/address.ts';
import type { JobRecord } from '../../src/job/job.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { type LeftJobs, listJobs, type RunReader } from '../../src/state/backend.ts';
import { decide, drop, intend, settle } from '../rig/lease.ts';
import { about, accepted, ada, ben, fileBackend, intent, leaseOf } from '../rig/state-backends.ts';

const open = ['pending', 'skipped', 'expired'];

/** The same, from a list of all jobs. */
async function leftIn(reader: RunReader): Promise<Omit<LeftJobs, 'begunAt' | 'counted'>> {
  const jobs = await listJobs(reader);
  return {
    counts: await reader.counts(),
    sending: sorted(jobs.filter(({ state }) => state === 'sending')),
    tried: sorted(jobs.filter(({ state, at }) => open.includes(state) && (state === 'pending' || at !== undefined))),
  };
}

function sorted(jobs: readonly JobRecord[]): readonly JobRecord[] {
  return jobs.toSorted((a, b) => (formatAddress(a) < formatAddress(b) ? -1 : 1));
}

test.each([1, 2, 3])('what is left of a run is what a list of all jobs says is left (seed %i)', async (seed) => {
  const random = createSeededRandom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random.next() * from.length)]!;
  const backend = fileBackend();
  const lease = await leaseOf(backend);
  const ids = ['hello', 'code'].flatMap((step) =>
    Array.from({ length: 12 }, (_, n) => ({ step, key: String(70 + n) })),
  );
  for (let at = 1; at <= 600; at++) {
    const id = pick(ids);
    const attempt = pick([1, 1, 2]);
    const state = pick(['accepted', 'rejected', 'inDoubt', 'pending'] as const);
    const change = pick([
      () => intend(lease, { ...id, attempt, at, requestHash: String(at) }),
      () => settle(lease, { ...id, attempt, at, state, attempted: at % 5 !== 0 }),
      () => drop(lease, id, pick(['skipped', 'expired']), 'judged', at),
      () => decide(lease, id, 'pending', at),
    ]);
    await change().catch(() => undefined);
    if (at % 60 !== 0) continue;
    const opened = await backend.openForReading({ about, verify: 'counts' });
    if (opened === undefined || 'refused' in opened) throw new Error('not opened');
    for (const reader of [lease, opened.reader]) {
      const found = await reader.leftJobs!(100);
      const { tried, ...rest } = await leftIn(lease);
      expect({ ...found, sending: sorted(found!.sending), tried: sorted(found!.tried) }).toEqual({ ...rest, tried });
      expect(await reader.leftJobs!(tried.length)).toBeDefined();
      expect(await reader.leftJobs!(tried.length - 1)).toBeUndefined();
      const starts = await reader.recentStarts(100);
      const since = starts[Math.floor(starts.length / 2)]!;
      const latest = await reader.recentStarts(100, undefined, since);
      expect(latest.filter((one) => one >= since)).toEqual(starts.filter((one) => one >= since));
    }
    await opened.reader.close();
  }
  await lease.close();
});

test('of a job in flight that was tried before, its earlier attempt is not left', async () => {
  const backend = fileBackend();
  const lease = await leaseOf(backend);
  await lease.apply([{ kind: 'begun', at: 500 }]);
  await intend(lease, intent);
  await settle(lease, { ...accepted, state: 'pending' });
  await intend(lease, { ...intent, attempt: 2, at: 2_000 });
  await drop(lease, ben, 'skipped', 'no name', 2_500);
  expect(await lease.leftJobs!(10)).toMatchObject({
    begunAt: 500,
    counts: [
      { step: 'hello', state: 'sending', jobs: 1 },
      { step: 'hello', state: 'skipped', jobs: 1 },
    ],
    sending: [{ ...ada, state: 'sending', attempts: 2 }],
    tried: [],
  });
  await lease.close();
});
