import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRecipientKey } from '../../src/audience/number/recipient-key.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { createLineWriter } from '../../src/snapshot/lines/line-writer.ts';
import { createRowContract, keyOffset } from '../../src/snapshot/lines/row-contract.ts';
import { createRowSorter } from '../../src/snapshot/lines/row-sorter.ts';

let folder = '';
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'callsheet-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const columns = { name: 'text', phone: 'text', born: 'date', paid: 'number' } as const;

type Cells = Readonly<Record<string, unknown>>;

/** The file of a snapshot of these rows, whose cells come in this order of columns. */
async function snapshotOf(rows: readonly Cells[], header: readonly string[]) {
  const offset = keyOffset('phone');
  const sorter = createRowSorter(join(folder, 'rows.tmp'), offset);
  const writer = createLineWriter(join(folder, 'sorted.tmp'));
  try {
    const contract = createRowContract({
      columns,
      key: 'phone',
      readKey: readRecipientKey,
      mayGrow: false,
      lines: sorter,
    });
    contract.onHeader(header);
    rows.forEach((row, index) => contract.onRow((column) => row[header[column]!], index + 1));
    const sorted = await sorter.drain(writer);
    const digest = await writer.finish();
    return { digest, sorted, text: readFileSync(writer.temporary, 'utf8') };
  } finally {
    await sorter.close();
    await writer.discard();
  }
}

const people: readonly Cells[] = Array.from({ length: 40 }, (_, index) => ({
  phone: `+234803${String((index * 7919) % 10_000_000).padStart(7, '0')}`,
  name: index % 7 === 0 ? null : `Ada "${index}" Ọ\n`,
  born: '1980-02-29',
  paid: index % 3 === 0 ? '12.50' : index,
  other: `not kept ${index}`,
}));

test('the order of rows and of columns, further columns and the notation of numbers do not change the digest', async () => {
  const random = createSeededRandom(7);
  const shuffled = <T>(list: readonly T[]): readonly T[] =>
    list
      .map((item) => ({ item, at: random.next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  const first = await snapshotOf(people, ['phone', 'name', 'born', 'paid']);
  expect(first.digest).toBe(createHash('sha256').update(first.text).digest('hex'));
  const digests = new Set<string>();
  for (let round = 0; round < 1000; round++) {
    const others = round % 2 === 0 ? ['other'] : [];
    const rows = shuffled(people).map((row) =>
      random.next() < 0.5 ? row : { ...row, phone: String(row['phone']).replace('+234', '00234 '), other: round },
    );
    digests.add((await snapshotOf(rows, shuffled(['phone', 'name', 'born', 'paid', ...others]))).digest);
  }
  expect([...digests]).toEqual([first.digest]);
});

test('any other cell changes the digest', async () => {
  const header = ['phone', 'name', 'born', 'paid'];
  const { digest } = await snapshotOf(people, header);
  const digests = new Set([digest]);
  for (const [index, row] of people.entries()) {
    for (const cells of [{ name: 'Eve' }, { born: '1980-03-01' }, { paid: 4.25 }, { phone: '2348039999999' }])
      digests.add((await snapshotOf(people.with(index, { ...row, ...cells }), header)).digest);
  }
  expect(digests.size).toBe(1 + people.length * 4);
});

test('many parts are merged into one order, and the first of equal keys is kept', async () => {
  const offset = keyOffset('phone');
  const sorter = createRowSorter(join(folder, 'many.tmp'), offset);
  const writer = createLineWriter(join(folder, 'merged.tmp'));
  const random = createSeededRandom(3);
  const keys = Array.from({ length: 120_000 }, () => 2_340_000_000_000 + Math.floor(random.next() * 100_000));
  for (const key of keys) sorter.add(key, `{"phone":"${key}"}\n`);
  const sorted = await sorter.drain(writer);
  await writer.finish();
  const expected = [...new Set(keys)].sort((a, b) => a - b);
  const text = expected.map((key) => `{"phone":"${key}"}\n`).join('');
  expect(readFileSync(writer.temporary, 'utf8')).toBe(text);
  expect([sorted.lines, sorted.duplicates]).toEqual([expected.length, keys.length - expected.length]);
  await sorter.close();
  await writer.discard();
});

test('a line that is longer than the buffer is read whole', async () => {
  const offset = keyOffset('phone');
  const sorter = createRowSorter(join(folder, 'long.tmp'), offset);
  const writer = createLineWriter(join(folder, 'long-sorted.tmp'));
  const line = (key: number): string => `{"phone":"${key}","name":"${'x'.repeat(700_000)}"}\n`;
  for (const key of [2349, 2347, 2348]) sorter.add(key, line(key));
  expect((await sorter.drain(writer)).lines).toBe(3);
  await writer.finish();
  expect(readFileSync(writer.temporary, 'utf8') === [2347, 2348, 2349].map(line).join('')).toBe(true);
  await sorter.close();
  await writer.discard();
});
