import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { ClientBase } from '../../src/platform/postgres.ts';
import { queryRows } from '../../src/snapshot/sources/postgres-rows.ts';
import { fc, runs } from '../rig/properties.ts';

type Row = readonly (string | null)[];

interface Handlers {
  submit(connection: unknown): void;
  handleRowDescription(message: { readonly fields: readonly { readonly name: string }[] }): void;
  handleCommandComplete(message: { readonly text: string }): void;
  handleReadyForQuery(): void;
}

/** A message of PostgreSQL: its letter, its length without the letter, its content. */
function message(letter: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

function rowMessage(row: Row): Buffer {
  const count = Buffer.alloc(2);
  count.writeInt16BE(row.length);
  const cells = row.map((cell) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(cell === null ? -1 : Buffer.byteLength(cell));
    return Buffer.concat([length, Buffer.from(cell ?? '')]);
  });
  return message('D', Buffer.concat([count, ...cells]));
}

/** What arrives where the answer of a server comes in pieces of these sizes, one after another: the rows, and what the driver gets. */
async function received(rows: readonly Row[], sizes: readonly number[]) {
  const stream = Object.assign(new EventEmitter(), { destroy() {} });
  const passed: string[] = [];
  let query: Handlers | undefined;
  // The driver, as far as this answer needs one.
  stream.on('data', (bytes: Buffer) => {
    passed.push(bytes.toString('latin1'));
    if (bytes[0] === 'T'.charCodeAt(0)) query?.handleRowDescription({ fields: [{ name: 'phone' }, { name: 'name' }] });
    if (bytes[0] === 'C'.charCodeAt(0)) query?.handleCommandComplete({ text: bytes.toString('latin1', 5) });
    if (bytes[0] === 'Z'.charCodeAt(0)) query?.handleReadyForQuery();
  });
  const nothing = (): void => {};
  const client = {
    query(submitted: Handlers) {
      query = submitted;
      submitted.submit({ stream, parse: nothing, bind: nothing, describe: nothing, execute: nothing, sync: nothing });
    },
  } as unknown as ClientBase;
  const taken: Row[] = [];
  const columns: string[] = [];
  const done = queryRows(
    client,
    { text: '', values: [] },
    {
      onColumns: (names) => void columns.push(...names),
      onRow: ({ buffer: bytes }, starts, ends) =>
        void taken.push([0, 1].map((at) => (starts[at] === -1 ? null : bytes.toString('utf8', starts[at], ends[at])))),
    },
  );
  const answer = Buffer.concat([
    message('T', Buffer.from('columns')),
    ...rows.map(rowMessage),
    message('C', Buffer.from(`SELECT ${rows.length}`)),
    message('Z', Buffer.from('I')),
    message('S', Buffer.from('for the driver')),
  ]);
  for (let [at, piece] = [0, 0]; at < answer.length; piece++) {
    const size = sizes[piece % sizes.length]!;
    stream.emit('data', Buffer.from(answer.subarray(at, at + size)));
    at += size;
  }
  await done;
  return { columns, taken, passed: passed.join('|') };
}

const cell = fc.option(fc.string({ unit: 'grapheme', maxLength: 30 }), { nil: null });
const row = fc.tuple(cell, cell);

test('rows are the same in whatever pieces they arrive, and all other messages are the driver’s', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }),
      async (rows, sizes) => {
        const { passed, ...found } = await received(rows, sizes);
        expect(found).toEqual({ columns: ['phone', 'name'], taken: rows });
        const whole = await received(rows, [100_000]);
        expect(passed.replaceAll('|', '')).toBe(whole.passed.replaceAll('|', ''));
        expect(whole.passed.split('|').map((text) => text[0])).toEqual(['T', 'C', 'Z', 'S']);
      },
    ),
    { numRuns: runs(1000) },
  );
});

test('a row that is larger than any piece is read whole', async () => {
  const rows: readonly Row[] = [
    ['+2348030000001', 'x'.repeat(300_000)],
    [null, 'y'.repeat(50_000)],
    ['+2348030000002', ''],
  ];
  expect((await received(rows, [65_536])).taken).toEqual(rows);
});
