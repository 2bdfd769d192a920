import { expect, test } from 'vitest';
import { createRunStarts } from '../../src/cli/control/run-looks.ts';
import type { RunReader } from '../../src/ledger/backend.ts';
import { createMemoryBackend } from '../../src/ledger/memory-backend.ts';
import { intend, settle } from '../rig/lease.ts';
import { leaseOf } from '../rig/state-backends.ts';

const begunAt = 1_000;

/** A run that starts one job a second, the jobs that are read of it, and what is shown. */
async function startsRig() {
  const lease = await leaseOf(createMemoryBackend());
  let [sent, read] = [0, 0];
  const reader: Pick<RunReader, 'startsAfter'> = {
    async startsAfter(step, place) {
      const page = await lease.startsAfter(step, place);
      read += page.jobs;
      return page;
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
  expect(await rig.look()).toEqual({ before: 40, read: 40, bursts: [{ from: 1_000, to: 40_000, jobs: 40 }] });
  await rig.send(2);
  expect(await rig.look()).toEqual({ before: 2, read: 2, bursts: [{ from: 1_000, to: 42_000, jobs: 42 }] });
  expect(await rig.look()).toMatchObject({ before: 0, read: 0, bursts: [{ jobs: 42 }] });
  // Later attempts are where the first were.
  expect(await rig.look(false)).toMatchObject({ before: 42, read: 42, bursts: [{ jobs: 42 }] });
});

test('two that look at once count each start once', async () => {
  const rig = await startsRig();
  await rig.send(5);
  await Promise.all([rig.look(), rig.look()]);
  expect(rig.starts.bursts().get('hello')).toEqual([{ from: 1_000, to: 5_000, jobs: 5 }]);
});

test('the starts of the last minutes are counted by the second, however many there are', async () => {
  const rig = await startsRig();
  await rig.send(3_000, 100);
  await rig.look();
  const recent = rig.starts.recent();
  expect(recent.at(-1)).toEqual({ from: 300_000, to: 300_000, jobs: 1 });
  expect(recent.at(-2)).toEqual({ from: 299_000, to: 299_900, jobs: 10 });
  expect(recent).toHaveLength(121);
});

test('many hours are shown as truly as a minute, in few bursts', async () => {
  const rig = await startsRig();
  await rig.send(6_000, 15_000);
  const { bursts = [] } = await rig.look();
  expect(bursts).toEqual([{ from: 15_000, to: 90_000_000, jobs: 6_000 }]);
});
