import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { csvReader } from '../src/campaign/csv-reader.ts';
import { createSeededRandom } from '../src/platform/seeded-random.ts';

type Line = readonly [line: number, ...cells: readonly string[]];

/** Rows as the campaign's reader has them, from pieces of the file. */
function rowsOf(bytes: Buffer, cuts: readonly number[]): readonly Line[] | 'refused' {
  const rows: Line[] = [];
  let columns = 0;
  const reader = csvReader({
    onHeader: (header) => {
      columns = header.length;
      rows.push([1, ...header]);
    },
    onRow: (fields, line) => {
      rows.push([line, ...Array.from({ length: columns }, (_, column) => String(fields(column) ?? ''))]);
    },
  });
  for (const [index, cut] of [...cuts, bytes.length].entries()) {
    if (reader.write(bytes.subarray(cuts[index - 1] ?? 0, cut)) !== undefined) return 'refused';
  }
  const problem = reader.end();
  return problem === undefined || problem.kind === 'noHeader' ? rows : 'refused';
}

/** The same by csv-parse, in one piece. A row that is longer or shorter than the first is nobody's. */
function expectedOf(bytes: Buffer): readonly Line[] | 'refused' {
  try {
    const options = { bom: true, skip_empty_lines: true, relax_column_count: true, trim: true, info: true } as const;
    const found = parse(bytes, options) as unknown as { record: string[]; info: { lines: number } }[];
    return found.flatMap(({ record, info }, index): Line[] => {
      const breaks = record.join('').split('\n').length - 1;
      if (index === 0) return [[1, ...record]];
      return record.length === found[0]?.record.length ? [[info.lines - breaks, ...record]] : [];
    });
  } catch {
    return 'refused';
  }
}

const plain = ['a', 'b c', ' x ', '', 'é', '\u00a0n\u00a0', '日本', '\ufeff', '\u2028', '7', ' ', '\t', '\u{1F600}'];
const others = ['"q"', '"q,""z"', '"', 'x"y', '\r', 'z\rz'];

describe('rows of CSV', () => {
  test.each([
    ['with nothing quoted', plain, ['\n', '\r\n']],
    ['with anything in them', [...plain, ...others], ['\n', '\r\n', '\r']],
  ])('%s are those that csv-parse reads, wherever the file is cut', (_, cells, lineBreaks) => {
    const random = createSeededRandom(11);
    const below = (limit: number): number => Math.floor(random.next() * limit);
    const one = <T>(list: readonly T[]): T => list[below(list.length)]!;
    let read = 0;
    for (let trial = 0; trial < 4_000; trial++) {
      const mixed = below(10) === 0;
      const usual = one(lineBreaks);
      const lines = Array.from({ length: below(7) }, () => {
        const row = Array.from({ length: below(5) > 0 ? 3 : below(4) }, () => one(cells));
        return `${row.join()}${mixed ? one(lineBreaks) : usual}`;
      });
      const whole = `${below(5) === 0 ? '\ufeff' : ''}${lines.join('')}`;
      const bytes = Buffer.from(below(3) === 0 ? whole.replace(/[\r\n]+$/, '') : whole);
      const cuts = Array.from({ length: below(4) }, () => below(bytes.length)).sort((a, b) => a - b);
      const expected = expectedOf(bytes);
      expect({ text: bytes.toString(), cuts, rows: rowsOf(bytes, cuts) }).toEqual({
        text: bytes.toString(),
        cuts,
        rows: expected,
      });
      if (expected !== 'refused') read += expected.length;
    }
    expect(read).toBeGreaterThan(2_000);
  });

  test('go on after the first that is quoted, under the right lines, and after one that is very long', () => {
    const long = 'x'.repeat(100_000);
    const text = `phone,name\n1,Ada\n\n2,"Ben\nthe second"\n3,${long}\n4,Chi\n`;
    const bytes = Buffer.from(text);
    expect(rowsOf(bytes, [text.indexOf('\n2'), text.indexOf(',xx') + 50_000])).toEqual([
      [1, 'phone', 'name'],
      [2, '1', 'Ada'],
      [4, '2', 'Ben\nthe second'],
      [6, '3', long],
      [7, '4', 'Chi'],
    ]);
  });
});
