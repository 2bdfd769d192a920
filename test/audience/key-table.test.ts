import { expect, test } from 'vitest';
import { createKeyTable } from '../../src/audience/list-memory.ts';
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
  const added = keys.map((key) => {
    const known = map.get(key);
    if (known === undefined) map.set(key, map.size);
    return known === undefined ? map.size - 1 : ~known;
  });
  expect(keys.map((key) => table.add(key))).toEqual(added);
  expect(table.size).toBe(map.size);
  const sought = [...keys, ...keys.map((key) => key + 1), ...keys.toReversed(), first - 1, 0];
  expect(sought.map((key) => table.indexOf(key))).toEqual(sought.map((key) => map.get(key)));
  expect(Array.from(map.values(), (index) => table.at(index))).toEqual([...map.keys()]);
});

test('a table without keys knows nobody', () => {
  const table = createKeyTable();
  expect([table.size, table.indexOf(0), table.indexOf(first)]).toEqual([0, undefined, undefined]);
});
