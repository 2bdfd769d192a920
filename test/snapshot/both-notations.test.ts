import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compareSnapshots, joinSnapshots } from '../../src/snapshot/compare-snapshots.ts';
import { createLineWriter } from '../../src/snapshot/lines/line-writer.ts';
import { createRowSorter } from '../../src/snapshot/lines/row-sorter.ts';

const folder = mkdtempSync(join(tmpdir(), 'callsheet-notations-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Rows of a snapshot, in the order of their numbers. */
function snapshot(name: string, states: Readonly<Record<number, string>>): string {
  const path = join(folder, name);
  const sorted = Object.entries(states).toSorted(([one], [other]) => Number(one) - Number(other));
  const rows = sorted.map(([phone, state]) => `${JSON.stringify({ phone, state })}\n`);
  writeFileSync(path, rows.join(''));
  return path;
}

test('people whose number is written in another notation have neither left nor joined, and their row of today counts', async () => {
  const [stays, left, joined] = [2348030000001, 551181230000, 2348030000002];
  const before = snapshot('before', { [left]: 'left', 551181234567: 'active', [stays]: 'active', 5215512345678: 'a' });
  const today = { 525512345678: 'b', [stays]: 'active', [joined]: 'new', 5511981234567: 'closed' };
  const after = snapshot('after', today);
  expect(compareSnapshots(before, after)).toEqual({ joined: 1, left: 1, changed: 2 });

  const to = createLineWriter(join(folder, 'joined'));
  expect(joinSnapshots({ before, after }, { isKept: () => true, to })).toBe(5);
  await to.finish();
  renameSync(to.temporary, join(folder, 'rows'));
  expect(readFileSync(join(folder, 'rows'), 'utf8')).toBe(
    readFileSync(snapshot('expected', { ...today, [left]: 'left' }), 'utf8'),
  );
});

test('who was reached is kept under the number of their run, in whichever notation the source had it', async () => {
  const reached = new Set([525512345678]);
  const before = snapshot('left', { 5215512345678: 'reached', 5215587654321: 'not yet' });
  const to = createLineWriter(join(folder, 'kept'));
  const kept = joinSnapshots(
    { before, after: snapshot('nobody', {}) },
    { isKept: (person) => reached.has(person), to },
  );
  await to.finish();
  expect([kept, readFileSync(to.temporary, 'utf8')]).toEqual([1, '{"phone":"5215512345678","state":"reached"}\n']);
  to.discard();
});

test('two rows of one person are two, whichever notation each of them has', async () => {
  const sorter = createRowSorter(join(folder, 'unsorted'));
  for (const key of [5215512345678, 2348030000001, 525512345678, 551187654321, 5511987654321, 551181234567])
    sorter.add(key, `${key}\n`);
  const to = createLineWriter(join(folder, 'sorted'));
  expect(await sorter.drain(to)).toEqual({
    lines: 4,
    duplicates: 2,
    duplicateKeys: [5215512345678, 5511987654321],
  });
  sorter.close();
  to.discard();
});
