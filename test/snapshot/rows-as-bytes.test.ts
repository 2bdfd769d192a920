import { expect, test } from 'vitest';
import { readRecipientKey } from '../../src/audience/number/recipient-key.ts';
import { cellsIn } from '../../src/snapshot/lines/cell-bytes.ts';
import { allocateLines } from '../../src/snapshot/lines/line-bytes.ts';
import { createRowContract, type RowContract } from '../../src/snapshot/lines/row-contract.ts';
import { fc, runs } from '../rig/properties.ts';

const columns = { name: 'text', paid: 'number', phone: 'text', at: 'instant', born: 'date', vip: 'boolean' } as const;
const header = ['phone', 'at', 'other', 'name', 'vip', 'paid', 'born'];
type Row = readonly (string | null)[];

const arrived = allocateLines(64 * 1024);

/** The lines that are made of these rows, and what is said about the rows. */
function linesOf(rows: readonly Row[], give: (contract: RowContract, cells: Row, row: number) => void) {
  const lines: (readonly [key: number, line: string])[] = [];
  let room = 0;
  const contract = createRowContract({
    columns,
    key: 'phone',
    readKey: readRecipientKey,
    mayGrow: false,
    lines: {
      add: (key, line) => void lines.push([key, line]),
      begin(bytes) {
        room = bytes;
        return 100;
      },
      arrived,
      end(key, place) {
        expect(place - 100).toBeLessThanOrEqual(room);
        lines.push([key, arrived.buffer.toString('utf8', 100, place)]);
      },
    },
  });
  contract.onHeader(header);
  rows.forEach((row, index) => give(contract, row, index + 1));
  const wrong = contract.wrongTypes().map(({ cells: { count, lines: at }, ...one }) => ({ ...one, count, at }));
  // What is not of its type has no form: the lines are not used.
  return { lines: wrong.length > 0 ? [] : lines, rows: contract.rows, wrong, unreadable: contract.unreadable() };
}

const asTexts = (rows: readonly Row[]) =>
  linesOf(rows, (contract, cells, row) => contract.onRow((column) => cells[column], row));

const asBytes = (rows: readonly Row[]) =>
  linesOf(rows, (contract, cells, row) => {
    const parts = cells.map((cell) => Buffer.from(cell ?? ''));
    const ends = new Int32Array(cells.length);
    let end = 7;
    parts.forEach((part, column) => void (ends[column] = end += part.length));
    const starts = ends.map((place, column) => (cells[column] === null ? -1 : place - parts[column]!.length));
    cells.forEach((cell, column) => void (cell === null && (ends[column] = -1)));
    contract.onBytes(cellsIn(Buffer.concat([Buffer.from('before '), ...parts, Buffer.from('9')])), starts, ends, row);
  });

const digits = (most: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${most}}$`));
const oneOf = (...texts: readonly string[]) => fc.constantFrom(...texts);
const padded = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(oneOf('', '', '', '', ' ', '\t', '\u00a0'), text, oneOf('', '', '', '', ' ', '\n', '\u3000'))
    .map((parts) => parts.join(''));
const pair = (most: number) => fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(2, '0'));
const day = fc
  .tuple(oneOf('1900', '2000', '2027', '2028', '10000', '028'), pair(13), pair(32))
  .map((parts) => parts.join('-'));
const time = fc
  .tuple(
    pair(24),
    pair(60),
    fc.oneof(
      pair(60).map((second) => `:${second}`),
      oneOf(''),
    ),
  )
  .map(([hour, minute, second]) => `${hour}:${minute}${second}`);
const decimals = fc.oneof(
  oneOf('', '.', '.0', '.50', '.1234567890'),
  digits(9).map((text) => `.${text}`),
);
const instant = fc
  .tuple(
    day,
    oneOf(' ', ' ', 'T', '  '),
    time,
    decimals,
    oneOf('+00', '+00', 'Z', '+01', '+00:00', '-0330', '', ' +00'),
  )
  .map((parts) => parts.join(''));
const number = fc
  .tuple(
    oneOf('', '', '-', '+', '--'),
    oneOf('', '0', '00'),
    fc.oneof(digits(12), oneOf('')),
    decimals,
    oneOf('', 'e3'),
  )
  .map((parts) => parts.join(''));
const anything = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.string());
const phone = fc.oneof(
  digits(15),
  digits(12).map((text) => `+234${text}`),
  digits(4).map((text) => `00234 803 ${text} ٤٥`),
  anything,
);
const cells = fc.tuple(
  phone,
  fc.oneof(padded(instant), anything),
  anything,
  fc.oneof(padded(anything), anything),
  fc.oneof(oneOf('t', 'f', 'TRUE', 'no', '1', ' t '), anything),
  fc.oneof(padded(number), anything),
  fc.oneof(padded(day), anything),
);
const well = fc.tuple(
  digits(8).map((text) => `+2348${text}`),
  fc
    .tuple(pair(23), pair(59), decimals)
    .map(([hour, minute, part]) => `2028-02-29 ${hour}:${minute}:00${part.length === 1 ? '' : part.slice(0, 10)}+00`),
  anything,
  anything,
  oneOf('t', 'f'),
  fc
    .tuple(oneOf('', '-'), digits(12), decimals)
    .map(([sign, whole, part]) => `${sign}${whole}${part.length === 1 ? '' : part}`),
  oneOf('1999-12-31', '2028-02-29'),
);
const orNull = (row: fc.Arbitrary<readonly string[]>) =>
  fc
    .tuple(row, fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 2 }))
    .map(([texts, absent]) => texts.map((text, column) => (absent.includes(column) ? null : text)));

test('a row of bytes becomes the same line as the same row of texts', () => {
  fc.assert(
    fc.property(fc.array(orNull(well), { minLength: 1, maxLength: 4 }), (rows) => {
      const found = asBytes(rows);
      expect(found).toEqual(asTexts(rows));
      expect(found.wrong).toEqual([]);
    }),
    { numRuns: runs(1000) },
  );
});

test('and what cannot be read in it is the same', () => {
  fc.assert(
    fc.property(fc.array(orNull(cells), { minLength: 1, maxLength: 2 }), (rows) => {
      expect(asBytes(rows)).toEqual(asTexts(rows));
    }),
    { numRuns: runs(3000) },
  );
});

test('each cell alone, whatever its type', () => {
  const texts = fc.oneof(padded(instant), padded(number), padded(day), anything);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), texts, (column, text) => {
      const row = header.map((_, index) => (index === 0 ? '+2348030000001' : index === column ? text : null));
      expect(asBytes([row])).toEqual(asTexts([row]));
    }),
    { numRuns: runs(5000) },
  );
});
