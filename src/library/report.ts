import { runName } from '../plan/run-name.ts';
import { rowPrinters } from '../report/jobs/index.ts';
import type { JobRow } from '../report/jobs/job-row.ts';
import { jobRows } from '../report/jobs/job-rows.ts';
import { recordsToText } from '../report/jobs/text.ts';
import { isUnderWay } from '../run/summary.ts';
import { type ReadOptions, readRun } from './read-run.ts';

export interface ReportOptions extends ReadOptions {
  /** Default `text`: the sums and the reasons. The others have a row for each job. */
  readonly format?: 'text' | keyof typeof rowPrinters;
  /** Whole numbers in the text. */
  readonly showNumbers?: boolean;
}

/** What has become of every job, one row each: also those to come, and those of steps that are no longer in the file. */
export function readJobs(options: ReadOptions): Promise<readonly JobRow[]> {
  return readRun(options, async (reader) => {
    const rows: JobRow[] = [];
    for await (const page of jobRows({ ...options.loaded, reader })) for (const row of page) rows.push(row);
    return rows;
  });
}

/** What has become of every job, as `callsheet report` prints it. */
export function report(options: ReportOptions): Promise<string> {
  const { loaded, format = 'text', showNumbers = false } = options;
  return readRun(options, async (reader) => {
    const run = runName(loaded.campaign, options.run);
    if (format === 'text') return recordsToText({ loaded, run, reader, showNumbers });
    const underWay = reader !== undefined && (await isUnderWay(reader));
    const printer = rowPrinters[format](loaded.campaign.id, underWay);
    let text = printer.begin();
    for await (const page of jobRows({ ...loaded, reader })) for (const row of page) text += printer.row(row);
    return text + printer.end();
  });
}
