import { escapeHtml } from '../html/escape.ts';
import type { JobRow, RowPrinter } from './job-row.ts';

/**
 * JUnit's XML, for CI: a step is a suite, a job a case; rejected and in doubt fail, what is left out is skipped. There are no
 * counts, because JUnit readers count themselves: so each row is written as it is read. XML allows no control characters,
 * lone surrogates, U+FFFE or U+FFFF: `escapeHtml` removes them.
 */
export function junitRows(campaign: string): RowPrinter {
  let step: string | undefined;
  return {
    begin: () => `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escapeHtml(campaign)}">\n`,
    row(row) {
      const close = step === undefined || step === row.step ? '' : '</testsuite>\n';
      const open = step === row.step ? '' : `<testsuite name="${escapeHtml(row.step)}">\n`;
      step = row.step;
      return `${close}${open}${testCase(row)}`;
    },
    end: () => `${step === undefined ? '' : '</testsuite>\n'}</testsuites>\n`,
  };
}

function testCase(row: JobRow): string {
  const name = `<testcase classname="${escapeHtml(row.step)}" name="${escapeHtml(row.address)}"`;
  const message = escapeHtml([row.code, row.reason].filter((part) => part !== undefined && part !== '').join(' '));
  switch (row.state) {
    case 'accepted':
      return `${name}/>\n`;
    case 'rejected':
    case 'inDoubt':
    case 'sending':
      return `${name}><failure type="${row.state === 'rejected' ? 'rejected' : 'inDoubt'}" message="${message}"/></testcase>\n`;
    case 'pending':
    case 'skipped':
    case 'expired':
    case 'cancelled':
      return `${name}><skipped message="${row.state}${message === '' ? '' : `: ${message}`}"/></testcase>\n`;
    default:
      return row.state satisfies never;
  }
}
