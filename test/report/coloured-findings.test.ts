import { expect, test } from 'vitest';
import { diagnosticsPrinters } from '../../src/report/diagnostics/index.ts';

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
