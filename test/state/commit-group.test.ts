import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Change } from '../../src/state/change.ts';
import { createCommitGroup } from '../../src/state/sqlite/write/commit-group.ts';

const change = (key: number): Change => ({
  kind: 'intend',
  to: { step: 'hello', key: String(key), attempt: 1, at: 1, requestHash: 'a' },
});

/** A disk that is done with a group when it is told so; `look` hears of it at once. */
function slowDisk() {
  const groups: number[] = [];
  let done = false;
  let told: (() => void) | undefined;
  const writer = {
    commit: (changes: readonly Change[]) =>
      new Promise<readonly number[]>((resolve) => {
        groups.push(changes.length);
        done = false;
        told = () => resolve([]);
      }),
    look: () => {
      if (done) told?.();
    },
    close: () => Promise.resolve(),
  };
  return { groups, writer, finish: () => void (done = true) };
}

test('many that wait set out as soon as the disk is free, few at the end of a turn', async () => {
  const { groups, writer, finish } = slowDisk();
  const group = createCommitGroup(writer, 4);
  const first = group.add(change(1));
  await nextTurn();
  expect(groups).toEqual([1]);
  const heard: string[] = [];
  void first.then(() => heard.push('first'));
  for (const key of [2, 3]) void group.add(change(key));
  finish();
  void group.add(change(4));
  await Promise.resolve();
  expect({ groups, heard }).toEqual({ groups: [1], heard: [] });
  void group.add(change(5));
  await first;
  expect({ groups, heard }).toEqual({ groups: [1, 4], heard: ['first'] });
});
