import { describe, expect, test } from 'vitest';
import { newDatabase } from '../../rig/postgres/database.ts';
import { sampleOf } from '../../rig/sample-of.ts';
import { parameters, readHandOutTraces } from './hand-out-trace.ts';
import { type Damage, replayHandOut } from './replay-hand-out.ts';

/** `../README.md` says what the model is, and `npm run soak -- model` makes the traces. */
const traces = readHandOutTraces();

test('what the model of workers allows, the ledger in PostgreSQL does in the same way, step by step', async () => {
  const url = await newDatabase();
  const found: string[] = [];
  for (const [index, trace] of sampleOf([...traces.entries()], 7)) {
    const problem = await replayHandOut(url, trace);
    if (problem !== undefined) found.push(`trace ${index + 1}, ${problem}`);
  }
  expect(found).toEqual([]);
}, 300_000);

test('the traces have every action that has a counterpart', () => {
  const actions = new Set(traces.flatMap((trace) => trace.map(({ action }) => action)));
  expect([...actions].sort()).toEqual(Object.keys(parameters).sort());
});

test('the traces have every answer to a claim', () => {
  const claims = traces.flat().filter(({ action }) => action === 'claim');
  expect([...new Set(claims.map(({ said = '' }) => said))].sort()).toEqual([
    'claimed',
    'closed',
    'noLease',
    'otherLeader',
    'otherState',
    'takenBack',
  ]);
});

describe('a broken ledger is found out', () => {
  const noop = () => Promise.resolve();
  test.each(
    sampleOf<[string, Damage, RegExp]>(
      [
        [
          'takes claims under an earlier leader',
          { claims: (_, latest) => ({ claim: (claim) => latest().claim(claim) }) },
          /claim .*otherLeader: the model says/,
        ],
        ['does not take chunks back', { handOut: () => ({ takeBack: noop }) }, /takeBack .*: the model says/],
        [
          'takes claims after the lease',
          { beforeClaim: "UPDATE callsheet.worker SET lease_until = clock_timestamp() + interval '1 h'" },
          /claim .*noLease: the model says/,
        ],
        [
          'takes claims before an alarm is judged',
          { beforeClaim: 'UPDATE callsheet.run SET judged = alarms' },
          /claim .*closed: the model says/,
        ],
        [
          'takes claims while the run is paused',
          { beforeClaim: "UPDATE callsheet.run SET control = 'run'" },
          /claim .*closed/,
        ],
        ['keeps what an earlier leader has handed out', { handOut: () => ({ open: noop }) }, /ready: the model says/],
        [
          'keeps workers whose leases have ended',
          { handOut: () => ({ seats: () => Promise.resolve([]) }) },
          /clean: the/,
        ],
        ['forgets outcomes', { claims: () => ({ settle: noop }) }, /answer .*: the model says/],
      ],
      2,
    ),
  )('that %s', async (_, damage, how) => {
    const url = await newDatabase();
    const found: string[] = [];
    for (const trace of traces) {
      const problem = await replayHandOut(url, trace, damage);
      if (problem !== undefined) found.push(problem);
      if (problem !== undefined && how.test(problem)) return;
    }
    expect.fail(`no trace shows it: ${found.join('\n')}`);
  });
});
