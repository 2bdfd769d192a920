import { expect, test } from 'vitest';
import { createMemoryBackend } from '../../src/ledger/memory-backend.ts';
import { createVirtualClock } from '../../src/platform/clocks.ts';
import { createWakeSignal } from '../../src/run/run-control.ts';
import type { Outcome } from '../../src/service/contract/outcome.ts';
import { decidedRun } from '../rig/decided-run.ts';
import { codeStep, runInMemory } from '../rig/memory-run.ts';

/** Without `limits.stopAfter` a run halts by itself when a step is refused as a whole. */
const noon = Date.parse('2026-11-23T12:00:00Z');
const accepted: Outcome = { kind: 'accepted', code: '0', answer: { status: '0', data: { verificationId: 'v-1' } } };
const rejected = (code: string): Outcome => ({ kind: 'rejected', code, reason: 'no' });

/** `answer` says what the service answers to the request with this number, from 1. */
async function sendTo(
  count: number,
  answer: (request: number) => Outcome,
  more: Partial<Parameters<typeof runInMemory>[0]> = {},
) {
  let requests = 0;
  const send = async (): Promise<Outcome> => answer(++requests);
  const clock = createVirtualClock(noon);
  const { reason, summary } = await runInMemory({ clock, count, transport: { send, close: async () => {} }, ...more });
  return { requests, reason, pending: summary.pending };
}
const oneCode = { kind: 'oneCode', step: 'code', operation: 'otp.send', code: '-22', reason: 'no' };

test('a step whose first 20 jobs are rejected with one code halts the run', async () => {
  expect(await sendTo(60, () => rejected('-22'))).toEqual({
    requests: 20,
    reason: { ...oneCode, jobs: 20 },
    pending: 40,
  });
});

test('with requests in flight, these are the only further ones', async () => {
  const head = 'limits: { concurrency: 16 }';
  const { requests, reason } = await sendTo(200, () => rejected('-22'), { head });
  expect(reason).toEqual({ ...oneCode, jobs: 20 });
  expect(requests).toBeLessThanOrEqual(20 + 15);
});

const fallback = `${codeStep}
  again: { uses: otp.send, runs: always, needs: code, forEach: { audience: people, onlyIf: { step: code, outcome: rejected } }, with: { templateId: 31 } }`;

test('of fewer than 20 people all are enough, so that nothing else starts', async () => {
  expect(await sendTo(12, () => rejected('-22'), { step: fallback })).toEqual({
    requests: 12,
    reason: { ...oneCode, jobs: 12 },
    pending: 12,
  });
});

test('a run of which nothing is left has ended, although its last answers would halt it', async () => {
  expect(await sendTo(12, () => rejected('-22'))).toEqual({ requests: 12, reason: undefined, pending: 0 });
});

const hello = '  hello: { uses: whatsapp.send, forEach: people, with: { type: text, text: { body: Hello } } }';
const onRejected =
  '  code: { uses: otp.send, needs: hello, forEach: { audience: people, onlyIf: { step: hello, outcome: rejected } }, with: { templateId: 31 } }';

test.each(['first', 'last'])(
  'a lost answer, the %s of a step, does not count, however late it is on disk',
  async (place) => {
    const six = Array.from({ length: 6 }, (_, index) => `23480300000${index + 10}`);
    const doubtful = `hello[${place === 'first' ? six[0] : six[5]}]`;
    const allJudged = createWakeSignal();
    let outcomes = 0;
    const { result } = await decidedRun({
      backend: createMemoryBackend(),
      head: 'limits: { concurrency: 6 }',
      steps: `${hello}\n${onRejected}`,
      people: six,
      answers: (address) => (address === doubtful ? { kind: 'unknown', reason: 'reset' } : rejected('-69')),
      async onApply(changes) {
        if (!changes.some(({ kind }) => kind === 'settle')) return;
        const wake = allJudged.listen();
        if (++outcomes >= six.length) allJudged.notify();
        await wake.woken();
      },
    });
    expect(result).toMatchObject({
      reason: { kind: 'oneCode', step: 'hello', code: '-69', jobs: 5 },
      summary: { rejected: 5, inDoubt: 1, pending: 6 },
    });
  },
);

test('of fewer than five people each may be rejected for one reason', async () => {
  const { requests, reason } = await sendTo(4, () => rejected('-22'), { step: fallback });
  expect({ requests, reason }).toEqual({ requests: 8, reason: undefined });
});

test('another code, or one acceptance, among the first shows that it is not one reason', async () => {
  expect(await sendTo(40, (request) => rejected(request === 7 ? '-23' : '-22'))).toMatchObject({ requests: 40 });
  expect(await sendTo(40, (request) => (request === 20 ? accepted : rejected('-22')))).toMatchObject({ requests: 40 });
});

test('when half of the last 100 jobs of a step are rejected the run halts', async () => {
  // Each with a code of its own, but for the last three.
  const answer = (request: number) => (request <= 90 ? accepted : rejected(`-${Math.min(request, 138)}`));
  expect(await sendTo(300, answer)).toEqual({
    requests: 140,
    reason: {
      kind: 'rejections',
      rejected: 50,
      of: 100,
      step: 'code',
      most: { operation: 'otp.send', code: '-138', reason: 'no', jobs: 3 },
    },
    pending: 160,
  });
});

test('a process that goes on sends to 20 more, and halts again', async () => {
  const memory = createMemoryBackend();
  await sendTo(60, () => rejected('-22'), { memory });
  expect(await sendTo(60, () => rejected('-22'), { memory })).toMatchObject({ requests: 20, pending: 20 });
});

test('`stopAfter: never` takes it out, and a limit of the campaign takes its place', async () => {
  const never = 'limits: { concurrency: 1, stopAfter: never }';
  expect(await sendTo(60, () => rejected('-22'), { head: never })).toMatchObject({ requests: 60, reason: undefined });
  const own = 'limits: { concurrency: 1, stopAfter: { failures: 30, of: 100 } }';
  expect(await sendTo(60, () => rejected('-22'), { head: own })).toMatchObject({
    requests: 30,
    reason: { kind: 'rejections', rejected: 30, of: 30, most: { code: '-22', jobs: 30 } },
  });
});

test.each(['7%', '14%', '28%', '55%', '56%'])(
  'a share of %s of 100 jobs is so many, and not one more',
  async (share) => {
    const head = `limits: { concurrency: 1, stopAfter: { failures: "${share}", of: 100 } }`;
    const { requests } = await sendTo(100, () => rejected('-22'), { head });
    expect(`${requests}%`).toBe(share);
  },
);
