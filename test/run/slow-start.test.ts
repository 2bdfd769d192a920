import { expect, test } from 'vitest';
import { createVirtualClock } from '../../src/platform/clocks.ts';
import type { Outcome } from '../../src/service/contract/outcome.ts';
import { runInMemory } from '../rig/memory-run.ts';

const noon = Date.parse('2026-11-23T12:00:00Z');
const head = 'limits: { concurrency: 16 }';
const accepted: Outcome = { kind: 'accepted', code: '0', answer: { status: '0', data: { verificationId: 'v-1' } } };
const wrongKey: Outcome = { kind: 'rejected', code: '-1', reason: 'authentication error' };

/** A service that gives each request its answer after `latencyMs`; it says at which second each request came. */
function service(answers: (count: number) => Outcome, latencyMs: number) {
  const clock = createVirtualClock(noon);
  const cameAt: number[] = [];
  const send = async (): Promise<Outcome> => {
    cameAt.push((clock.now() - noon) / 1_000);
    const answer = answers(cameAt.length);
    await clock.sleepUntil(clock.now() + latencyMs);
    return answer;
  };
  return { clock, cameAt, transport: { send, close: async () => {} } };
}

test('a wrong key costs one request', async () => {
  const slow = service(() => wrongKey, 1_900);
  const { ended, summary } = await runInMemory({ ...slow, head });
  expect({ ended, pending: summary.pending, cameAt: slow.cameAt }).toEqual({
    ended: 'stopped',
    pending: 20,
    cameAt: [0],
  });
});

test('before the first answer of a slow service one more request starts every two seconds', async () => {
  const slow = service(() => wrongKey, 5_000);
  expect((await runInMemory({ ...slow, head })).summary.pending).toBe(20);
  expect(slow.cameAt).toEqual([0, 2, 4]);
});

test('after the first valid answer every slot is used', async () => {
  const slow = service(() => accepted, 5_000);
  expect((await runInMemory({ ...slow, head })).summary.accepted).toBe(20);
  expect(slow.cameAt).toEqual([0, 2, 4, ...Array.from({ length: 14 }, () => 5), 7, 9, 10]);
});

test('a lost answer does not end the slow start, a rejection does', async () => {
  const slow = service((count) => {
    if (count <= 2) return { kind: 'unknown', reason: 'connection reset' };
    return count === 3 ? { kind: 'rejected', code: '-22', reason: 'parameter exception' } : accepted;
  }, 1_000);
  expect((await runInMemory({ ...slow, head })).summary).toMatchObject({ accepted: 19, inDoubt: 1 });
  expect(slow.cameAt.slice(0, 19)).toEqual([0, 1, 2, ...Array.from({ length: 16 }, () => 3)]);
});

test('answers that rest the run until the same second are one event', async () => {
  const slow = service(
    (count) => (count >= 2 && count <= 17 ? { kind: 'throttled', http: 429, retryAfterMs: 5_000 + count } : accepted),
    1_000,
  );
  const { events, summary } = await runInMemory({ ...slow, head });
  expect(summary.accepted).toBe(20);
  const resting = events.filter(({ event }) => event === 'resting');
  expect(resting).toEqual([{ event: 'resting', at: noon + 2_000, until: noon + 7_002, reason: 'HTTP 429' }]);
});
