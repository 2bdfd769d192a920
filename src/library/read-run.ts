import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import { runName } from '../job/address.ts';
import { emptyHistory } from '../job/history.ts';
import type { RunReader } from '../ledger/backend.ts';
import type { StateRefusal } from '../ledger/refusal.ts';
import type { PlanCampaignInput } from '../plan/plan.ts';
import { createRealClock, requireInstant } from '../platform/clocks.ts';
import { createNodeFiles } from '../platform/node-files.ts';
import type { Instant } from '../platform/ports.ts';
import { backendOf } from '../project/state.ts';
import { type JobRow, jobRows, rowPrinters } from '../report/jobs/job-rows.ts';
import { recordsDocument } from '../report/jobs/text-document.ts';
import { renderText } from '../report/render/text.ts';
import { effectiveHistory } from '../run/resume/effective-history.ts';
import { type SeenRecords, seeRun } from '../run/resume/work-left.ts';
import { type ContactsOptions, projectOf, type RunState, readContacts, requireFormat, requireLoaded } from './open.ts';

export interface ReadOptions {
  readonly loaded: LoadedCampaign;
  readonly state: RunState;
  readonly run?: string | undefined;
  /** As in `run`: what the contact ledger knows decides what is left. */
  readonly contacts?: Pick<ContactsOptions, 'folder' | 'sandbox'> | undefined;
  /** When `report` and `readJobs` judge what is left: after a skipping clock, its `now()`. Default: the real time. */
  readonly now?: Instant | undefined;
}

/** What the next run starts from: spread it into the options of `plan` to plan what is left. */
export function readHistory(
  options: ReadOptions,
): Promise<Pick<PlanCampaignInput, 'history' | 'edited' | 'unanswered' | 'renames'>> {
  const { loaded } = options;
  return readRun(options, async (reader) => {
    if (reader === undefined) return { history: emptyHistory };
    const run = runName(loaded.campaign, options.run);
    return effectiveHistory({ loaded, reader, run, files: createNodeFiles() });
  });
}

/** Calls `look` with the run's record, undefined where it has none. Rejects when the state cannot be read. */
async function readRun<T>(
  { loaded, state, run: label }: ReadOptions,
  look: (reader: RunReader | undefined) => T | Promise<T>,
): Promise<T> {
  requireLoaded(loaded);
  const run = runName(loaded.campaign, label);
  const backend = backendOf(projectOf(state), loaded, run);
  const opened = await backend.openForReading({ about: { campaign: loaded.campaign.id, run, service: '' } });
  if (opened !== undefined && 'refused' in opened) throw new Error(`the state cannot be read: ${why(opened.refused)}`);
  try {
    return await look(opened?.reader);
  } finally {
    await opened?.reader.close();
  }
}

function why(refused: StateRefusal): string {
  return refused.kind === 'trouble' ? refused.message : refused.kind;
}

export interface ReportOptions extends ReadOptions {
  /** Default `text`: the sums and the reasons. The others have a row for each job. */
  readonly format?: 'text' | keyof typeof rowPrinters | undefined;
  /** Whole numbers in the text. */
  readonly showNumbers?: boolean | undefined;
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
export async function report(options: ReportOptions): Promise<string> {
  const { loaded, format = 'text', showNumbers = false } = options;
  requireFormat(format, { text: renderText, ...rowPrinters });
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
