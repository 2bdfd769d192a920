import { hasJobIn, isSelectedBy, jobIndex } from '../../campaign/audiences/selection.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { formatAddress, type JobAddress, jobId, type RecipientKey } from '../../job/address.ts';
import type { JobRecord, JobResult, JobState } from '../../job/job.ts';
import type { RunReader } from '../../ledger/backend.ts';
import type { Instant } from '../../platform/ports.ts';
import { recordedAs } from '../../run/summary.ts';
import { formatInstant } from '../../time/local-time.ts';
import { csvCell } from '../csv-cell.ts';
import { escapeHtml } from '../render/html-tag.ts';

interface JobRowsInput extends Pick<LoadedCampaign, 'campaign' | 'rosters'> {
  /** Undefined when nothing has been run. */
  readonly reader?: Pick<RunReader, 'steps' | 'jobs'> | undefined;
}

const rowsInPage = 1_000;

/**
 * In pages, step by step: jobs with a record, then those that have none yet. At the end what was done by steps that are no longer in
 * the file: those people have been reached, too.
 */
export async function* jobRows(input: JobRowsInput): AsyncGenerator<readonly JobRow[]> {
  const { campaign, rosters, reader } = input;
  const steps = new Set(await reader?.steps());
  for (const step of campaign.steps) {
    const roster = step.forEach === undefined ? undefined : rosters.get(step.forEach.audience);
    const isSelected = isSelectedBy(step, roster);
    const hasJob = hasJobIn(step, roster);
    const recorded = new Uint8Array(roster?.size ?? 1);
    for await (const page of reader?.jobs({ step: recordedAs(step, steps) }) ?? []) {
      yield page.flatMap((job) => {
        const index = jobIndex(roster, job.key);
        if (index !== undefined) recorded[index] = 1;
        // A pending job of somebody who has left the audience will not start.
        if (job.state === 'pending' && !hasJob(job.key)) return [];
        return [rowOf({ ...job, step: step.id }, campaign.timezone)];
      });
    }
    let rows: JobRow[] = [];
    for (let index = 0; index < recorded.length; index++) {
      if (recorded[index] === 1 || !isSelected(index)) continue;
      const id = jobId(step.id, roster?.key(index));
      rows.push({ address: formatAddress(id), ...id, state: 'pending', attempts: 0 });
      if (rows.length < rowsInPage) continue;
      yield rows;
      rows = [];
    }
    yield rows;
  }
  const known = new Set(campaign.steps.map((step) => recordedAs(step, steps)));
  for (const step of [...steps].filter((name) => !known.has(name))) {
    for await (const page of reader?.jobs({ step }) ?? [])
      yield page.filter(({ state }) => state !== 'pending').map((job) => rowOf(job, campaign.timezone));
  }
}

/** One job in a report. Instants are ISO 8601 with offset; what is unknown is absent. */
export interface JobRow extends JobResult {
  readonly address: JobAddress;
  readonly step: string;
  readonly key?: RecipientKey | undefined;
  readonly attempts: number;
  readonly firstAt?: string | undefined;
  readonly at?: string | undefined;
  readonly settledAt?: string | undefined;
  readonly naturalKey?: string | undefined;
  /** When the first byte of the latest attempt was written. */
  readonly leftAt?: string | undefined;
  /** Who decided upon it last, when, and why. */
  readonly decidedBy?: string | undefined;
  readonly decidedAt?: string | undefined;
  readonly comment?: string | undefined;
}

type Shown = (job: JobRecord, time: (instant: Instant | undefined) => string | undefined) => unknown;

/** The fields of a job, in the order of an object, each with its column in a table. */
const fields: Readonly<Record<keyof JobRow, readonly [column: number, shown: Shown]>> = {
  address: [0, formatAddress],
  step: [1, ({ step }) => step],
  state: [3, ({ state }) => state],
  attempts: [6, ({ attempts }) => attempts],
  key: [2, ({ key }) => key],
  code: [4, ({ code }) => code],
  outputs: [11, ({ outputs }) => outputs],
  reason: [5, ({ reason }) => reason],
  naturalKey: [10, ({ naturalKey }) => naturalKey],
  firstAt: [7, ({ firstAt }, time) => time(firstAt)],
  at: [8, ({ at }, time) => time(at)],
  settledAt: [9, ({ settledAt }, time) => time(settledAt)],
  leftAt: [12, ({ leftAt }, time) => time(leftAt)],
  decidedBy: [13, ({ decisions }) => decisions?.at(-1)?.by],
  decidedAt: [14, ({ decisions }, time) => time(decisions?.at(-1)?.at)],
  comment: [15, ({ decisions }) => decisions?.at(-1)?.comment],
};

const shownFields = Object.entries(fields).map(([name, [, shown]]) => ({ name, shown }));

const jobColumns = (Object.keys(fields) as (keyof JobRow)[]).toSorted(
  (one, other) => fields[one][0] - fields[other][0],
);

export function rowOf(job: JobRecord, timezone: string): JobRow {
  const time = (instant: Instant | undefined) => (instant === undefined ? undefined : formatInstant(instant, timezone));
  const row: Record<string, unknown> = {};
  for (const { name, shown } of shownFields) row[name] = shown(job, time);
  return row as unknown as JobRow;
}

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
