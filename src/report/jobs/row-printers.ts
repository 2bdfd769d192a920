import type { JobState } from '../../job/job.ts';
import { csvCell } from '../csv-cell.ts';
import { escapeHtml } from '../render/html-tag.ts';
import { type JobRow, jobColumns } from './job-row.ts';

/** Prints a report row by row, as the rows are read. */
interface RowPrinter {
  begin(): string;
  row(row: JobRow): string;
  end(): string;
}

/** By the campaign's name, and whether a process carries the run out. */
export const rowPrinters = { json: jsonRows, csv: csvRows, junit: junitRows } as const satisfies Readonly<
  Record<string, (campaign: string, underWay: boolean) => RowPrinter>
>;

/** An array with one object per line. */
function jsonRows(): RowPrinter {
  let first = true;
  return {
    begin: () => '[',
    row(row) {
      const comma = first ? '' : ',';
      first = false;
      return `${comma}\n${JSON.stringify(row)}`;
    },
    end: () => '\n]\n',
  };
}

function csvRows(): RowPrinter {
  return {
    begin: () => `${jobColumns.join(',')}\r\n`,
    row: (row) => `${jobColumns.map((column) => csvCell(row[column])).join(',')}\r\n`,
    end: () => '',
  };
}

/**
 * JUnit's XML, for CI: a step is a suite, a job a case; rejected and in doubt fail, what is left out is skipped. There are no
 * counts, because JUnit readers count themselves: so each row is written as it is read. XML allows no control characters,
 * lone surrogates, U+FFFE or U+FFFF: `escapeHtml` removes them. While the run is under way, a job in flight has not failed.
 */
function junitRows(campaign: string, underWay: boolean): RowPrinter {
  let step: string | undefined;
  return {
    begin: () => `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escapeHtml(campaign)}">\n`,
    row(row) {
      const close = step === undefined || step === row.step ? '' : '</testsuite>\n';
      const open = step === row.step ? '' : `<testsuite name="${escapeHtml(row.step)}">\n`;
      step = row.step;
      return `${close}${open}${testCase(row, underWay)}`;
    },
    end: () => `${step === undefined ? '' : '</testsuite>\n'}</testsuites>\n`,
  };
}

function testCase(row: JobRow, underWay: boolean): string {
  const name = `<testcase classname="${escapeHtml(row.step)}" name="${escapeHtml(row.address)}"`;
  const message = escapeHtml([row.code, row.reason].filter((part) => part !== undefined && part !== '').join(' '));
  const failed = (type: JobState): string => `${name}><failure type="${type}" message="${message}"/></testcase>\n`;
  const skipped = `${name}><skipped message="${row.state}${message === '' ? '' : `: ${message}`}"/></testcase>\n`;
  switch (row.state) {
    case 'accepted':
      return `${name}/>\n`;
    case 'rejected':
    case 'inDoubt':
      return failed(row.state);
    case 'sending':
      return underWay ? skipped : failed('inDoubt');
    case 'pending':
    case 'skipped':
    case 'expired':
    case 'cancelled':
      return skipped;
    default:
      return row.state satisfies never;
  }
}
