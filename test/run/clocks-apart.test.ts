import { expect, test } from 'vitest';
import { createVirtualClock } from '../../src/platform/clocks.ts';
import { formatStopReason } from '../../src/report/run/stop-reason-text.ts';
import type { Outcome } from '../../src/service/contract/outcome.ts';
import { runInMemory } from '../rig/memory-run.ts';

const noon = Date.parse('2026-11-23T12:00:00Z');
const minuteMs = 60_000;

/** The service refuses times that are not its own, and its clock is so far ahead. */
async function runApart(aheadMs: number, service = 'https://api.example.com') {
  const clock = createVirtualClock(noon);
  let requests = 0;
  const send = async (): Promise<Outcome> => {
    const serviceTime = clock.now() + aheadMs;
    return requests++ === 0
      ? { kind: 'rejected', code: '-16', reason: 'timestamp expired', serviceTime }
      : { kind: 'accepted', code: '0', answer: { status: '0', data: { verificationId: 'v-1' } }, serviceTime };
  };
  const { events, reason, summary } = await runInMemory({ clock, service, transport: { send, close: async () => {} } });
  const said = events.filter(({ event }) => event === 'clock').length;
  return { requests, pending: summary.pending, said, reason };
}

test.each([10 * 60 * minuteMs, -30 * minuteMs])(
  'a service whose clock is %d ms ahead of ours stops the run, and nobody is reached',
  async (aheadMs) => {
    const reason = { kind: 'clocksApart', aheadMs } as const;
    expect(await runApart(aheadMs)).toEqual({ requests: 1, pending: 20, said: 0, reason });
  },
);

test.each([
  [29 * minuteMs, 'https://api.example.com'],
  [10 * 60 * minuteMs, 'http://127.0.0.1:8080'],
] as const)('a clock %d ms ahead at %s is measured, and everybody is reached', async (aheadMs, service) => {
  expect(await runApart(aheadMs, service)).toEqual({ requests: 21, pending: 0, said: 1, reason: undefined });
});

test('the stop says how far the clocks are apart, and what to do', () => {
  expect(formatStopReason({ kind: 'clocksApart', aheadMs: -90 * minuteMs })).toBe(
    "the service's clock is 1 h 30 min behind this machine's, so one of them is wrong, and nobody's allowed hours can be known; set this machine's clock",
  );
});
