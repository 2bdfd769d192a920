import { leftOutRows } from '../../campaign/audiences/left-out-rows.ts';
import { isSelectedBy, jobIndex } from '../../campaign/audiences/selection.ts';
import { formatAddress } from '../../job/address.ts';
import { type JobRecord, jobStates } from '../../job/job.ts';
import type { Host, Instant } from '../../platform/ports.ts';
import { reportToHtml } from '../../report/jobs/html/page.ts';
import { rowPrinters } from '../../report/jobs/index.ts';
import type { JobRow } from '../../report/jobs/job-row.ts';
import { createReasonTally } from '../../report/jobs/reason-tally.ts';
import { runStatistics } from '../../report/jobs/run-statistics.ts';
import { reportToText } from '../../report/jobs/text.ts';
import { jobCounts, recordedAs, summarise } from '../../run/summary.ts';
import { formatInstant } from '../../time/local-time.ts';
import { completeCommands, formatCommand } from '../messages/format-command.ts';
import { tellElsewhere } from '../messages/missing-run.ts';
import { isUnderWay, runStateOf, runStateWords } from '../messages/run-state.ts';
import { type OpenedCampaign, openCampaign, placeOf } from '../open/open-campaign.ts';
import type { CampaignOptions } from '../options/campaign-options.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';

export interface ReportOptions extends CampaignOptions {
  readonly format: 'text' | 'html' | keyof typeof rowPrinters;
  /** Whole numbers in text and page. */
  readonly showNumbers: boolean;
}

const chunkSize = 64 * 1024;

/** callsheet report FILE: what has become of every job, one row each; or the sums and the reasons, as text or as a page. */
export async function report(options: ReportOptions, host: Host): Promise<ExitCode> {
  const opened = await openCampaign(options, host);
  if (typeof opened === 'number') return opened;
  try {
    if (opened.store === undefined && options.format === 'text')
      await tellElsewhere(options, placeOf(opened, options), host);
    if (options.format === 'text') host.console.out(completeCommands(text(opened, options), options));
    else if (options.format === 'html') host.console.out(page(opened, options, host));
    else await printRows(opened, options.format, host);
    return exitCode.done;
  } finally {
    await opened.close();
  }
}

function text(opened: OpenedCampaign, { showNumbers }: ReportOptions): string {
  const { campaign, run, store } = opened;
  const left = createReasonTally();
  const counts = jobCounts(store);
  for (const [step, states] of counts) {
    for (const state of jobStates) {
      if (state === 'accepted' || state === 'pending' || states[state] === undefined) continue;
      for (const job of store?.jobs({ step, state }) ?? []) left.note(job);
    }
  }
  const { title, id } = campaign;
  return reportToText({
    title,
    campaign: id,
    run,
    left: left.causes(),
    leftOut: leftOutRows(opened),
    showNumbers,
    ...summarise(opened, store, counts),
  });
}

function page({ campaign, rosters, run, store }: OpenedCampaign, options: ReportOptions, host: Host): string {
  const state = runStateOf(store);
  return reportToHtml({
    campaign,
    run,
    // Whether work is left, the page says itself.
    state: state === 'stopped' ? 'stopped' : runStateWords[state],
    sandbox: options.sandbox === true,
    now: host.clock.now(),
    leftOut: leftOutRows({ campaign, rosters }),
    picture: runStatistics({ campaign, rosters, store, running: store !== undefined && isUnderWay(store) }),
    showNumbers: options.showNumbers,
    say: formatCommand(options),
  });
}

async function printRows(opened: OpenedCampaign, format: keyof typeof rowPrinters, host: Host): Promise<void> {
  const printer = rowPrinters[format](opened.campaign.id);
  let chunk = printer.begin();
  for (const row of rows(opened)) {
    chunk += printer.row(row);
    if (chunk.length < chunkSize) continue;
    host.console.out(chunk);
    chunk = '';
    // Lets a slow reader of our output keep up: what is printed does not pile up in memory.
    await host.console.drained();
  }
  host.console.out(chunk + printer.end());
}

/** Step by step: those with a record, then those who have none yet. */
function* rows(opened: OpenedCampaign): Iterable<JobRow> {
  const { campaign, rosters, store } = opened;
  const steps = new Set(store?.steps());
  for (const step of campaign.steps) {
    const roster = step.forEach === undefined ? undefined : rosters.get(step.forEach.audience);
    const isChosen = isSelectedBy(step, roster);
    const recorded = new Uint8Array(roster?.size ?? 1);
    for (const job of store?.jobs({ step: recordedAs(step, steps) }) ?? []) {
      const index = jobIndex(roster, job.key);
      if (index !== undefined) recorded[index] = 1;
      yield rowOf({ ...job, step: step.id }, campaign.timezone);
    }
    for (let index = 0; index < recorded.length; index++) {
      if (recorded[index] === 1 || !isChosen(index)) continue;
      const id = roster === undefined ? { step: step.id } : { step: step.id, key: roster.key(index) };
      yield { address: formatAddress(id), ...id, state: 'pending', attempts: 0 };
    }
  }
}

function rowOf(job: JobRecord, timezone: string): JobRow {
  const { firstAt, at, leftAt, settledAt, requestHash: _hash, notBefore: _notBefore, ...known } = job;
  const { doubtful: _doubtful, maybeSent: _maybeSent, ...rest } = known;
  const time = (name: string, instant: Instant | undefined) =>
    instant === undefined ? {} : { [name]: formatInstant(instant, timezone) };
  return {
    address: formatAddress(job),
    ...rest,
    ...time('firstAt', firstAt),
    ...time('at', at),
    ...time('settledAt', settledAt),
    ...time('leftAt', leftAt),
  };
}
