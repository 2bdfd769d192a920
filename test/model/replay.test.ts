import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { RunLease } from '../../src/ledger/backend.ts';
import type { MemoryLease } from '../../src/ledger/memory-backend.ts';
import type { CrashableState } from '../../src/rehearsal/crashable-process.ts';
import { sampleOf } from '../rig/sample-of.ts';
import { brokenEngines, settling } from '../rig/simulation-controls.ts';
import { type ReplayOptions, replay } from './replay.ts';
import { parameters, readTraces } from './trace.ts';

/** What is compared is what is in the files, not the disk beneath them. */
if (existsSync('/dev/shm')) process.env['TMPDIR'] = '/dev/shm';

/** `README.md` in this folder says what the model is, and `npm run soak -- model` makes the traces. */
const traces = readTraces();

describe('what the model allows, the engine does in the same way, step by step', () => {
  test('with a state in memory', async () => {
    expect(await disagreements({ state: 'memory' }, sampleOf(traces, 20))).toEqual([]);
  });

  test('with a state file', async () => {
    expect(await disagreements({ state: 'file' }, sampleOf(traces, 4))).toEqual([]);
  }, 300_000);

  test('and the traces have every action that has a counterpart', () => {
    const actions = new Set(traces.flatMap(([, trace]) => trace.map(({ action }) => action)));
    expect([...actions].sort()).toEqual(Object.keys(parameters).sort());
  });
});

describe('a broken engine is found out', () => {
  // With the trace that is tried first, as it is short and shows it.
  test.each<[string, string, Omit<ReplayOptions, 'state'>, RegExp]>([
    [
      'sends what is in doubt again',
      '04.jsonl',
      { overrides: brokenEngines.resendDoubts() },
      /lose first message: the model says/,
    ],
    [
      'records what is in doubt as sent',
      '04.jsonl',
      { overrides: brokenEngines.bookDoubtsAsSent() },
      /"state":"accepted"/,
    ],
    [
      'sends without an intent',
      '04.jsonl',
      { overrides: brokenEngines.noIntent() },
      /claim first \w+: Error: the \w+ is sent without an intent/,
    ],
    [
      'does not follow a pause',
      '12.jsonl',
      { overrides: brokenEngines.ignorePause() },
      /acknowledge: it is not paused/,
    ],
    [
      'does not ask before the bytes leave',
      '02.jsonl',
      { overrides: brokenEngines.ignoreDeparture() },
      /hold .*does not hold it/,
    ],
    [
      'forgets that a lost code may have been sent',
      '03.jsonl',
      { overrides: withoutDoubts },
      /lose \w+ code: the model says/,
    ],
    ['is not fenced out by the next process', '07.jsonl', { damage: withoutFence }, /is not fenced out/],
  ])('that %s', async (_, first, broken, how) => {
    const found: string[] = [];
    const inOrder = [...traces.filter(([name]) => name === first), ...traces.filter(([name]) => name !== first)];
    for (const trace of inOrder) {
      found.push(...(await disagreements({ state: 'memory', ...broken }, [trace])));
      if (found.some((one) => how.test(one))) return;
    }
    expect.fail(`no trace shows it: ${found.join('\n')}`);
  });
});

async function disagreements(options: ReplayOptions, tried = traces): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [name, trace] of tried) {
    const problem = await replay(trace, options);
    if (problem !== undefined) found.push(`${name}, ${problem}`);
  }
  return found;
}

function withoutDoubts({ lease }: { readonly lease: RunLease }) {
  return { lease: settling(lease, (settled) => ({ ...settled, doubtful: false })) };
}

/** What a process writes counts, though the next one has opened the state. */
function withoutFence(state: CrashableState): CrashableState {
  let latest: MemoryLease;
  return {
    ...state,
    async openLease(input) {
      const lease = await state.openLease(input);
      latest = lease;
      return { ...lease, apply: (changes) => latest.apply(changes) };
    },
  };
}
