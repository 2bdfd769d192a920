import { createHash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRecipientKey } from '../../src/audience/number/written-number.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { createFileAppender, createLineWriter } from '../../src/snapshot/lines/line-writer.ts';
import { createRowContract } from '../../src/snapshot/lines/row-contract.ts';
import { createRowSorter } from '../../src/snapshot/lines/row-sorter.ts';
import { DiskFailure } from '../../src/snapshot/source-reader.ts';
import { runs } from '../rig/properties.ts';

let folder = '';
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'callsheet-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const columns = { name: 'text', phone: 'text', born: 'date', paid: 'number' } as const;

type Cells = Readonly<Record<string, unknown>>;

/** The file of a snapshot of these rows, whose cells come in this order of columns. */
async function snapshotOf(rows: readonly Cells[], header: readonly string[]) {
  const sorter = createRowSorter(join(folder, 'rows.tmp'));
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
  for (let round = 0; round < runs(1_000); round++) {
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

test('lines in no order come in that of their keys, and the first of equal keys is kept', async () => {
  const rows = 20_000;
  const sorter = createRowSorter(join(folder, 'many.tmp'));
  const writer = createLineWriter(join(folder, 'sorted-many.tmp'));
  const random = createSeededRandom(3);
  const lineOf = (key: number, place: number) => `{"phone":"${key}","at":${place}${' Ọ'.repeat(key % 50)}}\n`;
  const first = new Map<number, number>();
  for (let place = 0; place < rows; place++) {
    const key = 2_340_000_000_000 + Math.floor(random.next() * rows);
    if (!first.has(key)) first.set(key, place);
    sorter.add(key, lineOf(key, place));
  }
  const sorted = await sorter.drain(writer);
  const digest = await writer.finish();
  const text = [...first]
    .sort(([a], [b]) => a - b)
    .map(([key, place]) => lineOf(key, place))
    .join('');
  expect(readFileSync(writer.temporary, 'utf8') === text).toBe(true);
  expect([sorted.lines, sorted.duplicates, digest]).toEqual([
    first.size,
    rows - first.size,
    createHash('sha256').update(text).digest('hex'),
  ]);
  sorter.close();
  writer.discard();
});

test('what cannot be written is a failure of the disk', () => {
  const readOnly = openSync(folder, 'r');
  const file = createFileAppender(readOnly);
  file.append(Buffer.from('{}\n'));
  expect(() => file.flush()).toThrow(DiskFailure);
  closeSync(readOnly);
});

test('a line that is longer than the buffer is read whole', async () => {
  const sorter = createRowSorter(join(folder, 'long.tmp'));
  const writer = createLineWriter(join(folder, 'long-sorted.tmp'));
  const line = (key: number): string => `{"phone":"${key}","name":"${'x'.repeat(1_700_000)}"}\n`;
  for (const key of [2349, 2347, 2348]) sorter.add(key, line(key));
  expect((await sorter.drain(writer)).lines).toBe(3);
  await writer.finish();
  expect(readFileSync(writer.temporary, 'utf8') === [2347, 2348, 2349].map(line).join('')).toBe(true);
  sorter.close();
  writer.discard();
});
