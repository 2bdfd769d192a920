import { expect, test } from 'vitest';
import { createKeyTable } from '../../src/audience/key-table.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';

const first = 2_348_000_000_000;
const random = createSeededRandom(7);
const ascending = Array.from({ length: 5_000 }, (_, n) => first + n * 3);

test.each([
  ['in order', ascending],
  ['in order, some twice', ascending.flatMap((key) => (key % 7 === 0 ? [key, key] : [key]))],
  ['in order but the last', [...ascending, first + 1]],
  ['in order, then from the beginning again', [...ascending, ...ascending]],
  ['backwards', ascending.toReversed()],
  ['in no order', Array.from({ length: 5_000 }, () => first + Math.floor(random.next() * 4_000))],
  ['of one', [first]],
])('keys %s are found where a Map finds them, and those that are not there nowhere', (_, keys) => {
  const [table, map] = [createKeyTable(), new Map<number, number>()];
  for (const key of keys) {
    const known = map.get(key);
    expect(table.add(key)).toBe(known === undefined ? map.size : ~known);
    if (known === undefined) map.set(key, map.size);
  }
  expect(table.size).toBe(map.size);
  const sought = [...keys, ...keys.map((key) => key + 1), ...keys.toReversed(), first - 1, 0];
  for (const key of sought) expect(table.indexOf(key)).toBe(map.get(key));
  for (const [key, index] of map) expect(table.at(index)).toBe(key);
});

test('a table without keys knows nobody', () => {
  const table = createKeyTable();
  expect([table.size, table.indexOf(0), table.indexOf(first)]).toEqual([0, undefined, undefined]);
});
