import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { createVirtualClock } from '../../src/platform/clocks.ts';
import { openDatabase } from '../../src/platform/sql/sqlite.ts';
import type { Outcome } from '../../src/service/contract/outcome.ts';
import { createCampaignRig, people as members, otpStep } from '../rig/campaign-rig.ts';
import { runEngine } from '../rig/engine.ts';
import { codeStep, people, runInMemory } from '../rig/memory-run.ts';

/** With `concurrency: 1` an outcome and the next intent share one commit. What depends on the outcome still waits for the disk. */
const noon = Date.parse('2026-11-23T12:00:00Z');
const accepted: Outcome = { kind: 'accepted', code: '0', answer: { status: '0', data: { verificationId: 'v-1' } } };
const rejected = (code: string): Outcome => ({ kind: 'rejected', code, reason: 'no' });

/** Answers `outcome` to the third request, and accepts all others. */
async function runWithThird(outcome: Outcome, head = 'limits: { concurrency: 1 }') {
  const clock = createVirtualClock(noon);
  const startedAt: number[] = [];
  const send = async (): Promise<Outcome> => {
    startedAt.push(clock.now() - noon);
    return startedAt.length === 3 ? outcome : accepted;
  };
  const { jobs, reason, summary } = await runInMemory({ clock, head, transport: { send, close: async () => {} } });
  return { startedAt, recorded: jobs.map(({ state }) => state), reason, pending: summary.pending };
}

test('of five messages each has one commit, and the first intent one more', async () => {
  await using rig = await createCampaignRig({ world: { timestampValid: '1d' } });
  await rig.members(members(5));
  await rig.campaign(otpStep, 'limits: { concurrency: 1 }');
  await runEngine({ file: rig.file, url: rig.sandbox.url });
  const database = openDatabase(`${dirname(rig.file)}/.callsheet/ledger.db`);
  expect(database.prepare('SELECT seq FROM head').get()).toEqual({ seq: 6 });
  database.close();
});

test('after an answer that halts the run no further intent is written', async () => {
  expect(await runWithThird(rejected('-10'))).toEqual({
    startedAt: [0, 0, 0],
    recorded: ['accepted', 'accepted', 'pending'],
    reason: { kind: 'answer', operation: 'otp.send', code: '-10', reason: 'no' },
    pending: 18,
  });
});

test('after an answer that stops the step no further intent is written', async () => {
  expect(await runWithThird(rejected('-29'))).toEqual({
    startedAt: [0, 0, 0],
    recorded: ['accepted', 'accepted', 'pending'],
    reason: undefined,
    pending: 18,
  });
});

test('after the rejection that reaches `stopAfter` no further intent is written', async () => {
  const head = 'limits: { concurrency: 1, stopAfter: { failures: 1, of: 10 } }';
  expect(await runWithThird(rejected('-22'), head)).toEqual({
    startedAt: [0, 0, 0],
    recorded: ['accepted', 'accepted', 'rejected'],
    reason: {
      kind: 'rejections',
      rejected: 1,
      of: 3,
      most: { operation: 'otp.send', code: '-22', reason: 'no', jobs: 1 },
    },
    pending: 17,
  });
});

test('after a lost answer that may have been charged the budget pays for no further intent', async () => {
  const head = 'costs: { otp.send: 1 }\nlimits: { concurrency: 1, budget: 3 }';
  expect(await runWithThird({ kind: 'unknown', reason: 'connection reset' }, head)).toEqual({
    startedAt: [0, 0, 0],
    recorded: ['accepted', 'accepted', 'pending'],
    reason: { kind: 'budget', budget: 3, spent: 3 },
    pending: 18,
  });
});

test('while a throttled request rests nothing else starts', async () => {
  const { startedAt, pending } = await runWithThird({ kind: 'throttled', http: 429, retryAfterMs: 5_000 });
  expect({ startedAt: startedAt.slice(0, 5), requests: startedAt.length, pending }).toEqual({
    startedAt: [0, 0, 0, 5_000, 5_000],
    requests: 21,
    pending: 0,
  });
});

test('a step that needs another has a commit of its own after the last outcome of that', async () => {
  let commits = 0;
  const commitsBefore: Record<string, number> = {};
  const send = async (operation: string): Promise<Outcome> => {
    commitsBefore[operation] = commits;
    return accepted;
  };
  const { summary } = await runInMemory({
    clock: createVirtualClock(noon),
    step: `${codeStep}\n  funds: { uses: sms.balance, needs: code }`,
    transport: { send, close: async () => {} },
    sync: async () => void commits++,
  });
  const { 'otp.send': lastCode = 0, 'sms.balance': funds = 0 } = commitsBefore;
  // The outcome of the last code, then the intent of the query.
  expect({ accepted: summary.accepted, commitsBetween: funds - lastCode }).toEqual({
    accepted: people.length + 1,
    commitsBetween: 2,
  });
});
