import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRecipientKey } from '../../src/audience/number/recipient-key.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { createLineWriter } from '../../src/snapshot/line-writer.ts';
import { createRowContract, keyOffset } from '../../src/snapshot/row-contract.ts';
import { createRowSorter } from '../../src/snapshot/row-sorter.ts';

let folder = '';
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'callsheet-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const columns = { name: 'text', phone: 'text', born: 'date', paid: 'number' } as const;

type Cells = Readonly<Record<string, unknown>>;

/** The file of a snapshot of these rows, whose cells come in this order of columns. */
function snapshotOf(rows: readonly Cells[], header: readonly string[]) {
  const offset = keyOffset('phone');
  const sorter = createRowSorter(join(folder, 'rows.tmp'), offset);
  const writer = createLineWriter(join(folder, 'sorted.tmp'));
  try {
    const contract = createRowContract({
      columns,
      key: 'phone',
      readKey: readRecipientKey,
      mayGrow: false,
      onLine: sorter.add,
    });
    contract.onHeader(header);
    rows.forEach((row, index) => contract.onRow((column) => row[header[column]!], index + 1));
    const sorted = sorter.drain(writer);
    const digest = writer.finish();
    return { digest, sorted, text: readFileSync(writer.temporary, 'utf8') };
  } finally {
    sorter.close();
    writer.discard();
  }
}

const people: readonly Cells[] = Array.from({ length: 40 }, (_, index) => ({
  phone: `+234803${String((index * 7919) % 10_000_000).padStart(7, '0')}`,
  name: index % 7 === 0 ? null : `Ada "${index}" Ọ\n`,
  born: '1980-02-29',
  paid: index % 3 === 0 ? '12.50' : index,
  other: `not kept ${index}`,
}));

test('the order of rows and of columns, further columns and the notation of numbers do not change the digest', () => {
  const random = createSeededRandom(7);
  const shuffled = <T>(list: readonly T[]): readonly T[] =>
    list
      .map((item) => ({ item, at: random.next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  const first = snapshotOf(people, ['phone', 'name', 'born', 'paid']);
  expect(first.digest).toBe(createHash('sha256').update(first.text).digest('hex'));
  const digests = new Set<string>();
  for (let round = 0; round < 1000; round++) {
    const others = round % 2 === 0 ? ['other'] : [];
    const rows = shuffled(people).map((row) =>
      random.next() < 0.5 ? row : { ...row, phone: String(row['phone']).replace('+234', '00234 '), other: round },
    );
    digests.add(snapshotOf(rows, shuffled(['phone', 'name', 'born', 'paid', ...others])).digest);
  }
  expect([...digests]).toEqual([first.digest]);
});

test('any other cell changes the digest', () => {
  const header = ['phone', 'name', 'born', 'paid'];
  const { digest } = snapshotOf(people, header);
  const changed = people.flatMap((row, index) =>
    [{ name: 'Eve' }, { born: '1980-03-01' }, { paid: 4.25 }, { phone: '2348039999999' }].map((cells) =>
      snapshotOf(people.with(index, { ...row, ...cells }), header),
    ),
  );
  expect(new Set([digest, ...changed.map((one) => one.digest)]).size).toBe(1 + people.length * 4);
});

test('many parts are merged into one order, and the first of equal keys is kept', () => {
  const offset = keyOffset('phone');
  const sorter = createRowSorter(join(folder, 'many.tmp'), offset);
  const writer = createLineWriter(join(folder, 'merged.tmp'));
  const random = createSeededRandom(3);
  const keys = Array.from({ length: 120_000 }, () => 2_340_000_000_000 + Math.floor(random.next() * 100_000));
  for (const key of keys) sorter.add(key, `{"phone":"${key}"}\n`);
  const sorted = sorter.drain(writer);
  writer.finish();
  const expected = [...new Set(keys)].sort((a, b) => a - b);
  const text = expected.map((key) => `{"phone":"${key}"}\n`).join('');
  expect(readFileSync(writer.temporary, 'utf8')).toBe(text);
  expect([sorted.lines, sorted.duplicates]).toEqual([expected.length, keys.length - expected.length]);
  sorter.close();
  writer.discard();
});

test('a line that is longer than the buffer is read whole', () => {
  const offset = keyOffset('phone');
  const sorter = createRowSorter(join(folder, 'long.tmp'), offset);
  const writer = createLineWriter(join(folder, 'long-sorted.tmp'));
  const line = (key: number): string => `{"phone":"${key}","name":"${'x'.repeat(700_000)}"}\n`;
  for (const key of [2349, 2347, 2348]) sorter.add(key, line(key));
  expect(sorter.drain(writer).lines).toBe(3);
  writer.finish();
  expect(readFileSync(writer.temporary, 'utf8') === [2347, 2348, 2349].map(line).join('')).toBe(true);
  sorter.close();
  writer.discard();
});
