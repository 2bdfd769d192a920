import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Change } from '../../src/state/change.ts';
import { createCommitGroup } from '../../src/state/commit-group.ts';

const change = (key: number): Change => ({
  kind: 'intend',
  to: { step: 'hello', key: String(key), attempt: 1, at: 1, requestHash: 'a' },
});

/** A disk that finishes a group on demand; `look` sees it at once. */
function slowDisk() {
  const groups: number[] = [];
  let done = false;
  let finish: (() => void) | undefined;
  const writer = {
    commit: (changes: readonly Change[]) =>
      new Promise<readonly number[]>((resolve) => {
        groups.push(changes.length);
        done = false;
        finish = () => resolve([]);
      }),
    poll: () => {
      if (done) finish?.();
    },
    close: () => Promise.resolve(),
  };
  return { groups, writer, finish: () => void (done = true) };
}

test('many that wait set out as soon as the disk is free, few at the end of a turn', async () => {
  const { groups, writer, finish } = slowDisk();
  const group = createCommitGroup({ writer, largeGroup: 4 });
  const first = group.add([change(1)]);
  await nextTurn();
  expect(groups).toEqual([1]);
  const resolved: string[] = [];
  void first.then(() => resolved.push('first'));
  for (const key of [2, 3]) void group.add([change(key)]);
  finish();
  void group.add([change(4)]);
  await Promise.resolve();
  expect({ groups, resolved }).toEqual({ groups: [1], resolved: [] });
  void group.add([change(5)]);
  await first;
  expect({ groups, resolved }).toEqual({ groups: [1, 4], resolved: ['first'] });
});
