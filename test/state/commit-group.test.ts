import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createCommitGroup, type Refusal } from '../../src/ledger/commit-group.ts';

/** A disk that finishes a group on demand. */
function slowDisk() {
  const groups: (readonly string[])[] = [];
  let answer: { readonly resolve: (refused: readonly Refusal[]) => void; readonly reject: (error: Error) => void };
  const group = createCommitGroup<string>(
    (changes) =>
      new Promise((resolve, reject) => {
        groups.push(changes);
        answer = { resolve, reject };
      }),
  );
  const added: string[] = [];
  const add = (...changes: string[]): void => {
    group.add(changes).then(
      () => added.push(`${changes.join()} is on disk`),
      (error: Error) => added.push(`${changes.join()}: ${error.message}`),
    );
  };
  return {
    groups,
    added,
    add,
    close: group.close,
    finish: (refused: readonly Refusal[] = []) => answer.resolve(refused),
    fail: () => answer.reject(new Error('the disk is full')),
  };
}

test('what is added in one turn shares a commit, and what comes during it shares the next', async () => {
  const { groups, added, add, finish } = slowDisk();
  add('a');
  add('b', 'c');
  expect(groups).toEqual([]);
  await nextTurn();
  expect(groups).toEqual([['a', 'b', 'c']]);
  add('d');
  await nextTurn();
  add('e');
  await nextTurn();
  expect({ groups, added }).toEqual({ groups: [['a', 'b', 'c']], added: [] });
  finish();
  await nextTurn();
  expect(groups).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e'],
  ]);
  expect(added).toEqual(['a is on disk', 'b,c is on disk']);
});

test('who has added a change that is refused hears of it, and nobody else', async () => {
  const { added, add, finish } = slowDisk();
  add('a');
  add('b', 'c');
  add('d');
  await nextTurn();
  finish([{ place: 2, error: new Error('held') }]);
  await nextTurn();
  expect(added.toSorted()).toEqual(['a is on disk', 'b,c: held', 'd is on disk']);
});

test('a commit that fails rejects its whole group, and the next one is tried', async () => {
  const { groups, added, add, fail, finish } = slowDisk();
  add('a');
  add('b');
  await nextTurn();
  add('c');
  fail();
  await nextTurn();
  expect(added).toEqual(['a: the disk is full', 'b: the disk is full']);
  finish();
  await nextTurn();
  expect({ groups, last: added.at(-1) }).toEqual({ groups: [['a', 'b'], ['c']], last: 'c is on disk' });
});

test('to close waits for what is on its way', async () => {
  const { groups, add, close, finish } = slowDisk();
  add('a');
  const closed = close().then(() => groups.push(['closed']));
  await nextTurn();
  add('b');
  finish();
  await nextTurn();
  expect(groups).toEqual([['a'], ['b']]);
  finish();
  await closed;
  expect(groups.at(-1)).toEqual(['closed']);
});
