import { expect, test } from 'vitest';
import { diagnosticsPrinters } from '../../src/report/diagnostics/printers.ts';

test('what points at the place has the colour of the severity', () => {
  const file = { path: 'a.yaml', text: 'one: 1\ntwo > 2 ^^\nthree: 3\n' };
  const span = { file, start: 7, end: 10 };
  const diagnostics = [{ code: 'CS2001', severity: 'error', message: 'wrong', span }] as const;
  const report = { files: ['a.yaml'], diagnostics, hidden: 0, errorCount: 1, warningCount: 0 };
  const printed = diagnosticsPrinters.pretty(report, { colour: true }).split('\n');
  expect(printed.slice(1, 5)).toEqual([
    '  1 | one: 1',
    '\u001b[31m>\u001b[39m 2 | two > 2 ^^',
    '    | \u001b[31m^^^\u001b[39m',
    '  3 | three: 3',
  ]);
});

test('at a terminal, sentences break between words, and the lines of files stay whole', () => {
  const file = { path: 'a.yaml', text: 'one: this line is much longer than thirty columns\n' };
  const message = 'nobody can read a sentence that is cut within a word';
  const finding = {
    code: 'CS2001',
    severity: 'error',
    message,
    hint: `${message}, here too`,
    span: { file, start: 0, end: 3 },
  } as const;
  const report = { files: ['a.yaml'], diagnostics: [finding], hidden: 0, errorCount: 1, warningCount: 0 };
  expect(diagnosticsPrinters.pretty(report, { colour: false, width: 40 })).toMatchInlineSnapshot(`
    "a.yaml:1:1 error CS2001 nobody can read
      a sentence that is cut within a word
    > 1 | one: this line is much longer than thirty columns
        | ^^^
      2 |
      hint: nobody can read a sentence that
        is cut within a word, here too

    ✗ a.yaml: 1 error; run
      \`callsheet explain CODE\` for details
    "
  `);
});
