import { expect, test } from 'vitest';
import type { AudienceProblem } from '../../src/audience/audience-problem.ts';
import { csvReader } from '../../src/audience/csv-reader.ts';
import { fc, runs } from '../rig/properties.ts';

/** What a reader makes of these bytes, which come in pieces. */
function read(bytes: Buffer, pieces: readonly number[]) {
  const rows: unknown[] = [];
  let header: readonly string[] = [];
  const reader = csvReader({
    onHeader: (columns) => {
      header = columns;
    },
    onRow: (field, line) => rows.push([line, header.map((_, column) => field(column))]),
  });
  let problem: AudienceProblem | undefined;
  let at = 0;
  for (let piece = 0; at < bytes.length && problem === undefined; piece++) {
    const end = at + (pieces[piece] ?? bytes.length);
    problem = reader.write(bytes.subarray(at, end));
    at = end;
  }
  problem ??= reader.end();
  // csv-parse does not count the empty lines before it.
  return { rows, header: reader.header, problems: reader.problems, problem: [problem?.kind, problem?.detail] };
}

const cells = ['2348030000001', 'Ada', ' Ada  B ', '\t7', 'é', '\u00a0x\u2003', '\ufeff', '', ' ', 'a;b', '‘'];
const cell = fc.oneof(fc.constantFrom(...cells), fc.constantFrom('"a,b"', '"a\nb"', '"a\r\nb"', 'a"b', '"a""b" ', '"'));
const plainCell = fc.constantFrom(...cells);
const rowsOf = (one: fc.Arbitrary<string>, end: fc.Arbitrary<string>) =>
  fc
    .array(fc.tuple(fc.array(one, { minLength: 1, maxLength: 3 }), end))
    .map((rows) => rows.map(([row, last]) => row.join(',') + last).join(''));
const anyEnd = fc.constantFrom('\n', '\n', '\r\n', '\r', '\n\n', ' \n', '');
const pieces = fc.array(fc.nat({ max: 40 }).map((n) => n + 1));

test.each([
  ['without quotes', rowsOf(plainCell, fc.constant('\n')), '\n'],
  ['without quotes, as Windows writes it', rowsOf(plainCell, fc.constant('\r\n')), '\r\n'],
  ['with anything', rowsOf(cell, anyEnd), '\n'],
  ['with anything, as Windows writes it', rowsOf(cell, fc.oneof(anyEnd, fc.constant('\r\n'))), '\r\n'],
] as const)('a list %s reads as csv-parse reads it', (_, body, end) => {
  fc.assert(
    fc.property(body, fc.constantFrom('', '\ufeff'), pieces, (text, mark, sizes) => {
      // A quote hands a file to csv-parse from its first line on.
      const whole = read(Buffer.from(`${mark}"phone",name${end}${text}`), sizes);
      expect(read(Buffer.from(`${mark}phone,name${end}${text}`), sizes)).toEqual(whole);
    }),
    { numRuns: runs(1_000) },
  );
});

test('a line that is longer than any row is found by csv-parse, as a quote would be', () => {
  const long = 'a'.repeat(70_000);
  const text = `phone,name\n1,${long}\n2,${long}${long}\n3,c\n`;
  const { rows, problem } = read(Buffer.from(text), []);
  expect([rows, problem]).toEqual([[[2, ['1', long]]], ['csv', 'a row is longer than 128 kB; a quote may be open']]);
});

test('a line of separators is not a row, as a spreadsheet writes them above the headings and below the last row', () => {
  const text = ';;\nphone;name;\n1;a;\n;;\n; \u00a0;\n2;;\n;;\n;;'.replaceAll(';', ',');
  const rows = [
    [3, ['1', 'a', undefined]],
    [6, ['2', undefined, undefined]],
  ];
  expect(read(Buffer.from(text), [])).toMatchObject({ rows, header: ['phone', 'name', ''], problems: [] });
  expect(read(Buffer.from(text.replace('name', '"name"')), [])).toMatchObject({ rows, problems: [] });
});

test.each([
  ['phone,name\r\n', '1,Ada\n2,Bo\n'],
  ['phone,name\n', '1,Ada\r\n2,Bo\n'],
  ['"phone",name\r\n', '1,Ada\n2,Bo\r\n'],
  ['"phone",name\n', '1,Ada\r\n2,"Bo"\r\n'],
  ['phone,name\r\n', '1,"Ada"\n2,Bo\n'],
])('rows that another program has added end as that one writes them: %j %j', (header, body) => {
  const { rows, problem } = read(Buffer.from(header + body), []);
  expect([rows, problem]).toEqual([
    [
      [2, ['1', 'Ada']],
      [3, ['2', 'Bo']],
    ],
    [undefined, undefined],
  ]);
});
