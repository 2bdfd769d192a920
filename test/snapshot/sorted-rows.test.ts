import { createHash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRecipientKey } from '../../src/audience/number/recipient-key.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { allocateLines, copyLine } from '../../src/snapshot/lines/line-bytes.ts';
import { createLineWriter } from '../../src/snapshot/lines/line-writer.ts';
import { createRowContract } from '../../src/snapshot/lines/row-contract.ts';
import { createRowSorter } from '../../src/snapshot/lines/row-sorter.ts';
import type { SnapshotThread } from '../../src/snapshot/lines/start-snapshot-thread.ts';
import * as startThread from '../../src/snapshot/lines/start-snapshot-thread.ts';
import { fc, runs } from '../rig/properties.ts';

let folder = '';
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'callsheet-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const columns = { name: 'text', phone: 'text', born: 'date', paid: 'number' } as const;

type Cells = Readonly<Record<string, unknown>>;

/** The file of a snapshot of these rows, whose cells come in this order of columns. */
async function snapshotOf(rows: readonly Cells[], header: readonly string[]) {
  const sorter = createRowSorter(join(folder, 'rows.tmp'), noThread);
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

/** The thread of the built program: Node runs no TypeScript in one. */
const built = new URL('../../dist/src/snapshot/lines/start-snapshot-thread.js', import.meta.url).href;

async function builtThread(): Promise<SnapshotThread> {
  const { createSnapshotThread } = (await import(built)) as typeof startThread;
  return createSnapshotThread();
}

const noThread: SnapshotThread = { ...startThread.createSnapshotThread(), isRunning: false, start() {} };

test.each([
  ['by a thread beside this one', 300_000, true],
  ['by this thread alone', 300_000, false],
  ['by this thread, as there are few', 100_000, true],
] as const)(
  'many parts are merged into one order %s, and the first of equal keys is kept',
  async (_, rows, hasThread) => {
    const thread = hasThread ? await builtThread() : noThread;
    const sorter = createRowSorter(join(folder, 'many.tmp'), thread);
    const writer = createLineWriter(join(folder, 'merged.tmp'), thread);
    const random = createSeededRandom(3);
    const lineOf = (key: number, place: number) => `{"phone":"${key}","at":${place}${' '.repeat(key % 50)}}\n`;
    const first = new Map<number, number>();
    for (let place = 0; place < rows; place++) {
      const key = 2_340_000_000_000 + Math.floor(random.next() * rows);
      if (!first.has(key)) first.set(key, place);
      sorter.add(key, lineOf(key, place));
    }
    const sorted = await sorter.drain(writer);
    const digest = await writer.finish();
    expect(thread.isRunning).toBe(hasThread && rows > 150_000);
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
    await thread.stop();
    sorter.close();
    writer.discard();
  },
);

test('what the thread cannot write ends the sorting', async () => {
  const thread = await builtThread();
  const path = join(folder, 'refused.tmp');
  const sorter = createRowSorter(path, thread);
  const writer = createLineWriter(join(folder, 'nothing.tmp'), thread);
  thread.start();
  // A file that is open for reading alone.
  const file = openSync(folder, 'r');
  const { buffer } = allocateLines(10);
  thread.submit({ kind: 'append', bytes: buffer.buffer, length: 10, fd: file }, () => {});
  sorter.add(2_348_030_000_001, '{}\n');
  await expect(sorter.drain(writer)).rejects.toThrow('EBADF: bad file descriptor, write');
  await thread.stop();
  closeSync(file);
  sorter.close();
  writer.discard();
});

test('a line that is longer than the buffer is read whole', async () => {
  const sorter = createRowSorter(join(folder, 'long.tmp'), noThread);
  const writer = createLineWriter(join(folder, 'long-sorted.tmp'));
  const line = (key: number): string => `{"phone":"${key}","name":"${'x'.repeat(700_000)}"}\n`;
  for (const key of [2349, 2347, 2348]) sorter.add(key, line(key));
  expect((await sorter.drain(writer)).lines).toBe(3);
  await writer.finish();
  expect(readFileSync(writer.temporary, 'utf8') === [2347, 2348, 2349].map(line).join('')).toBe(true);
  sorter.close();
  writer.discard();
});

test('a line is copied byte for byte, whatever its text, its length and its place', () => {
  const [from, to] = [allocateLines(400), allocateLines(400)];
  const text = fc.string({
    unit: fc.oneof(fc.constantFrom('\u007f', '𝟎', '\u{10ffff}'), fc.string({ unit: 'binary' })),
    maxLength: 60,
  });
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 }), (line, start, at) => {
      to.buffer.fill(1);
      const end = start + from.buffer.write(line, start, 'utf8');
      const behind = copyLine(from.view, start, end, to.view, at);
      expect(to.buffer.toString('utf8', at, behind)).toBe(from.buffer.toString('utf8', start, end));
      expect([behind - at, ...to.buffer.subarray(0, at)]).toEqual([end - start, ...Buffer.alloc(at, 1)]);
    }),
    { numRuns: runs(2000) },
  );
});
