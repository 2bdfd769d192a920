import { runName } from '../job/address.ts';
import type { RunReader } from '../ledger/backend.ts';
import { createNodeFiles } from '../platform/node-files.ts';
import { createRealClock } from '../platform/real-clock.ts';
import { requireInstant } from '../platform/skipping-clock.ts';
import { type JobRow, jobRows, rowPrinters } from '../report/jobs/job-rows.ts';
import { recordsDocument } from '../report/jobs/text-document.ts';
import { renderText } from '../report/render/text.ts';
import { type SeenRecords, seeRun } from '../run/resume/see-run.ts';
import { readContacts } from './contacts.ts';
import { type ReadOptions, readRun } from './read-run.ts';

export interface ReportOptions extends ReadOptions {
  /** Default `text`: the sums and the reasons. The others have a row for each job. */
  readonly format?: 'text' | keyof typeof rowPrinters;
  /** Whole numbers in the text. */
  readonly showNumbers?: boolean;
}

/** What has become of every job, one row each: also those to come, and those of steps that are no longer in the file. */
export function readJobs(options: ReadOptions): Promise<readonly JobRow[]> {
  return readRun(options, async (recorded) => {
    const { reader } = await seeNow(options, recorded);
    const rows: JobRow[] = [];
    for await (const page of jobRows({ ...options.loaded, reader })) for (const row of page) rows.push(row);
    return rows;
  });
}

/** What has become of every job, as `callsheet report` prints it. */
export function report(options: ReportOptions): Promise<string> {
  const { loaded, format = 'text', showNumbers = false } = options;
  return readRun(options, async (recorded) => {
    const seen = await seeNow(options, recorded);
    if (format === 'text') {
      const run = runName(loaded.campaign, options.run);
      return renderText(await recordsDocument({ loaded, run, ...seen, showNumbers }), { width: 80, colour: false });
    }
    const printer = rowPrinters[format](loaded.campaign.id, seen.underWay);
    let text = printer.begin();
    for await (const page of jobRows({ ...loaded, reader: seen.reader }))
      for (const row of page) text += printer.row(row);
    return text + printer.end();
  });
}

async function seeNow(options: ReadOptions, reader: RunReader | undefined): Promise<SeenRecords> {
  const { loaded, now = createRealClock().now() } = options;
  requireInstant('now', now);
  const run = runName(loaded.campaign, options.run);
  const ledger = await readContacts({ ...options, ...options.contacts });
  const contacts = ledger && { run, factsOf: ledger.factsOf, keepsPlanned: true };
  await ledger?.close();
  return seeRun({ loaded, reader, run, files: createNodeFiles(), contacts, part: undefined, now });
}
