import type { JobRow, RowPrinter } from './job-row.ts';

/**
 * JUnit's XML, for CI: a step is a suite, a job a case; rejected and in doubt fail, what is left out is skipped. Counts stand
 * nowhere, as JUnit readers count themselves: so the report can be written as it is read.
 */
export function junitRows(campaign: string): RowPrinter {
  let step: string | undefined;
  return {
    begin: () => `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escape(campaign)}">\n`,
    row(row) {
      const close = step === undefined || step === row.step ? '' : '</testsuite>\n';
      const open = step === row.step ? '' : `<testsuite name="${escape(row.step)}">\n`;
      step = row.step;
      return `${close}${open}${testCase(row)}`;
    },
    end: () => `${step === undefined ? '' : '</testsuite>\n'}</testsuites>\n`,
  };
}

function testCase(row: JobRow): string {
  const name = `<testcase classname="${escape(row.step)}" name="${escape(row.address)}"`;
  const message = escape([row.code, row.reason].filter((part) => part !== undefined && part !== '').join(' '));
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

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** XML has no words for control characters: they are left out. */
function escape(text: string): string {
  return Array.from(text, (character) => entities[character] ?? (character >= ' ' ? character : ' ')).join('');
}
