import { expect, test } from 'vitest';
import { createRunStarts } from '../../src/cli/control/run-looks.ts';
import type { RunReader } from '../../src/ledger/backend.ts';
import { createMemoryBackend } from '../../src/ledger/memory-backend.ts';
import { decide, intend, settle } from '../rig/lease.ts';
import { leaseOf } from '../rig/state-backends.ts';

const begunAt = 1_000;
const burst = (from: number, to: number, jobs: number) => ({ from, to, jobs, by: { accepted: jobs } });

/** A run that starts one job a second, the jobs that are read of it, and what is shown. */
async function startsRig() {
  const lease = await leaseOf(createMemoryBackend());
  let [sent, read] = [0, 0];
  const reader: Pick<RunReader, 'startsAfter'> = {
    async startsAfter(step, place) {
      const jobs = await lease.startsAfter(step, place);
      read += jobs.length;
      return jobs;
    },
  };
  const starts = createRunStarts();
  return {
    starts,
    async send(jobs: number, gapMs = 1_000) {
      for (let job = 0; job < jobs; job++) {
        const id = { step: 'hello', key: String(2348030000000 + ++sent) };
        await intend(lease, { ...id, attempt: 1, at: sent * gapMs, requestHash: 'aa' });
        await settle(lease, { ...id, attempt: 1, at: sent * gapMs, state: 'accepted' });
      }
    },
    async look(isUnderWay = true) {
      read = 0;
      const counts = new Map([['hello', { accepted: sent }]]);
      const before = starts.unread({ counts, isUnderWay, begunAt });
      await starts.read(reader, { counts, isUnderWay, begunAt });
      return { before, read, bursts: starts.bursts().get('hello') };
    },
  };
}

test('a further look reads only what was recorded since', async () => {
  const rig = await startsRig();
  await rig.send(40);
  expect(await rig.look()).toEqual({ before: 40, read: 40, bursts: [burst(1_000, 40_000, 40)] });
  await rig.send(2);
  expect(await rig.look()).toEqual({ before: 2, read: 2, bursts: [burst(1_000, 42_000, 42)] });
  expect(await rig.look()).toMatchObject({ before: 0, read: 0, bursts: [{ jobs: 42 }] });
  // Later attempts are where the first were.
  expect(await rig.look(false)).toMatchObject({ before: 42, read: 42, bursts: [{ jobs: 42 }] });
});

test('two that look at once count each start once', async () => {
  const rig = await startsRig();
  await rig.send(5);
  await Promise.all([rig.look(), rig.look()]);
  expect(rig.starts.bursts().get('hello')).toEqual([burst(1_000, 5_000, 5)]);
});

test('the starts of the last minutes are counted by the second, however many there are', async () => {
  const rig = await startsRig();
  await rig.send(3_000, 100);
  await rig.look();
  const recent = rig.starts.recent();
  expect(recent.at(-1)).toEqual(burst(300_000, 300_000, 1));
  expect(recent.at(-2)).toEqual(burst(299_000, 299_900, 10));
  expect(recent).toHaveLength(121);
});

test('many hours are shown as truly as a minute, in few bursts', async () => {
  const rig = await startsRig();
  await rig.send(6_000, 15_000);
  const { bursts = [] } = await rig.look();
  expect(bursts).toEqual([burst(15_000, 90_000_000, 6_000)]);
});

test('what became of a start is shown when it is known, however late, and a decision of a person changes it', async () => {
  const lease = await leaseOf(createMemoryBackend());
  const starts = createRunStarts();
  const send = (number: number) => ({
    step: 'hello',
    key: String(2348030000000 + number),
    attempt: 1,
    at: number * 1_000,
  });
  const shown = async (isUnderWay = true) => {
    const counts = new Map([['hello', { accepted: 3, inDoubt: inDoubt }]]);
    await starts.read(lease, { counts, isUnderWay, begunAt });
    return starts
      .bursts()
      .get('hello')
      ?.map(({ jobs, by }) => [jobs, by]);
  };
  let inDoubt = 1;
  for (const number of [1, 2, 3]) await intend(lease, { ...send(number), requestHash: 'aa' });
  for (const number of [1, 3]) await settle(lease, { ...send(number), state: 'accepted' });
  expect(await shown()).toEqual([[3, { accepted: 2, sending: 1 }]]);
  // Its process has died.
  expect(await shown(false)).toEqual([[3, { accepted: 2, inDoubt: 1 }]]);
  expect(await shown()).toEqual([[3, { accepted: 2, sending: 1 }]]);
  await settle(lease, { ...send(2), state: 'rejected' });
  expect(await shown()).toEqual([[3, { accepted: 2, rejected: 1 }]]);
  await intend(lease, { ...send(4), requestHash: 'aa' });
  await settle(lease, { ...send(4), state: 'inDoubt' });
  expect(await shown(false)).toEqual([[4, { accepted: 2, rejected: 1, inDoubt: 1 }]]);
  inDoubt = 0;
  await decide(lease, send(4), 'accepted', 9_000);
  expect(await shown(false)).toEqual([[4, { accepted: 3, rejected: 1 }]]);
  expect(starts.recent().reduce((sum, { jobs }) => sum + jobs, 0)).toBe(4);
});
