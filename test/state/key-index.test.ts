import { expect, test } from 'vitest';
import { createKeyIndex, hashOfKey } from '../../src/ledger/sqlite/read/key-index.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';

const phones = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => String(2348030000001 + n * 7));

test('an index finds each of many keys, whatever their order, and no other', () => {
  const random = createSeededRandom(3);
  const keys = [...phones(20_000), '', 'ada', 'Ọjọ́', '📞', ' '];
  for (let at = keys.length - 1; at > 0; at--) {
    const other = Math.floor(random.next() * (at + 1));
    [keys[at], keys[other]] = [keys[other]!, keys[at]!];
  }
  const index = createKeyIndex();
  keys.forEach((key, at) => index.add(hashOfKey(key), at + 1));
  expect(index.last).toBe(keys.length);
  const find = (key: string) => index.find(hashOfKey(key)).find((position) => keys[position - 1] === key);
  expect(keys.map(find)).toEqual(keys.map((_, at) => at + 1));
  expect(phones(1_000).map((key) => find(`${key}0`))).toEqual(Array.from({ length: 1_000 }));
});

test('an index gives all positions of one hash, as two keys may have the same', () => {
  const index = createKeyIndex();
  for (const position of [1, 2, 3]) index.add(0xffffffff, position);
  index.add(0, 4);
  expect([index.find(0xffffffff), index.find(0), index.find(1)]).toEqual([[1, 2, 3], [4], []]);
});
