import { expect, test } from 'vitest';
import type { AudienceProblem } from '../../src/audience/audience-problem.ts';
import { csvReader } from '../../src/audience/csv-reader.ts';
import { fc, runs } from '../rig/properties.ts';

/** What a reader makes of these bytes, which come in pieces. */
function read(bytes: Buffer, pieces: readonly number[] = []) {
  const rows: unknown[] = [];
  let header: readonly string[] = [];
  const reader = csvReader({
    onHeader: (columns) => {
      header = columns;
    },
    onRow: (field, line) => rows.push([line, header.map((_, column) => field(column))]),
  });
  let problem: AudienceProblem | undefined;
  for (let at = 0, piece = 0; at < bytes.length && problem === undefined; piece++) {
    const end = at + (pieces[piece] ?? bytes.length);
    problem = reader.write(bytes.subarray(at, end));
    at = end;
  }
  problem ??= reader.end();
  return { rows, header: reader.header, problems: reader.problems, problem: [problem?.kind, problem?.detail] };
}

const cells = ['2348030000001', 'Ada', ' Ada  B ', '\t7', 'é', '\u00a0x\u2003', '\ufeff', '', ' ', 'a;b', '‘'];
const quoted = ['"a,b"', '"a\nb"', '"a\r\nb"', 'a"b', '"a""b" ', '"'];

test.each(['\n', '\r\n'])('a list is the same in whatever pieces its bytes come, with %j', (end) => {
  const cell = fc.oneof(fc.constantFrom(...cells), fc.constantFrom(...quoted));
  const row = fc.array(cell, { minLength: 1, maxLength: 3 }).map((one) => one.join(','));
  const ends = fc.oneof(fc.constant(end), fc.constantFrom('\n', '\r\n', '\r', '\n\n', ' \n', ''));
  const body = fc.array(fc.tuple(row, ends)).map((rows) => rows.flat().join(''));
  const sizes = fc.array(fc.integer({ min: 1, max: 41 }));
  fc.assert(
    fc.property(fc.constantFrom('', '\ufeff'), body, sizes, (mark, text, pieces) => {
      const bytes = Buffer.from(`${mark}phone,name${end}${text}`);
      expect(read(bytes, pieces)).toEqual(read(bytes));
    }),
    { numRuns: runs(1_000) },
  );
});

test('a line that is longer than any row is found, as a quote that is never closed would be', () => {
  const long = 'a'.repeat(70_000);
  const text = `phone,name\n1,${long}\n2,${long}${long}\n3,c\n`;
  const { rows, problem } = read(Buffer.from(text));
  expect([rows, problem]).toEqual([[[2, ['1', long]]], ['csv', 'a row is longer than 128 kB; a quote may be open']]);
});

test('a line of separators is not a row, as a spreadsheet writes them above the headings and below the last row', () => {
  const text = ';;\nphone;name;\n1;a;\n;;\n; \u00a0;\n2;;\n;;\n;;'.replaceAll(';', ',');
  const rows = [
    [3, ['1', 'a', undefined]],
    [6, ['2', undefined, undefined]],
  ];
  expect(read(Buffer.from(text))).toMatchObject({ rows, header: ['phone', 'name', ''], problems: [] });
  expect(read(Buffer.from(text.replace('name', '"name"')))).toMatchObject({ rows, problems: [] });
});

test.each([
  ['phone,name\r\n', '1,Ada\n2,Bo\n'],
  ['phone,name\n', '1,Ada\r\n2,Bo\n'],
  ['"phone",name\r\n', '1,Ada\n2,Bo\r\n'],
  ['"phone",name\n', '1,Ada\r\n2,"Bo"\r\n'],
  ['phone,name\r\n', '1,"Ada"\n2,Bo\n'],
])('rows that another program has added end as that one writes them: %j %j', (header, body) => {
  const { rows, problem } = read(Buffer.from(header + body));
  expect([rows, problem]).toEqual([
    [
      [2, ['1', 'Ada']],
      [3, ['2', 'Bo']],
    ],
    [undefined, undefined],
  ]);
});
