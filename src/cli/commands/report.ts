import { judgedByNumber } from '../../campaign/audiences/judged-hours.ts';
import { leftOutRows } from '../../campaign/audiences/left-out-rows.ts';
import { nameColumns, personName } from '../../campaign/audiences/person-name.ts';
import type { Host } from '../../platform/ports.ts';
import type { Document } from '../../report/document.ts';
import { reportDocument } from '../../report/jobs/document.ts';
import { jobRows, rowPrinters } from '../../report/jobs/job-rows.ts';
import { createPeopleCollector } from '../../report/jobs/people.ts';
import { runStatistics } from '../../report/jobs/run-statistics.ts';
import { recordsDocument } from '../../report/jobs/text-document.ts';
import { peopleAtMost } from '../../report/render/people-html.ts';
import { formatRecordedEnd, runStateWords } from '../../report/run/run-state-text.ts';
import type { SeenRecords } from '../../run/resume/work-left.ts';
import { readWavesSoFar } from '../../run/summary.ts';
import { couldNot, type ExitCode, exitCode } from '../exit-code.ts';
import { completeCommands, formatCommand } from '../messages/format-command.ts';
import { tellElsewhere } from '../messages/missing-run.ts';
import { type OpenedCampaign, withCampaign } from '../open/open-campaign.ts';
import { namesFault, showsNames } from '../options/shared-options.ts';
import { createChunks, printDocument } from '../output/print-document.ts';
import { seeNow } from '../plan/outlook.ts';
import type { Given } from '../program.ts';

/** callsheet report FILE: what has become of every job, one row each; or the sums and the reasons, as text or as a page. */
export async function report(options: Given<'report'>, host: Host): Promise<ExitCode> {
  const fault = namesFault(options);
  if (fault !== undefined) return couldNot(host, fault);
  return withCampaign(options, host, { columns: showsNames(options) ? nameColumns : [] }, async (opened) => {
    // Rows of a run that was mistyped would say that nobody was reached.
    if (opened.reader === undefined) await tellElsewhere(opened);
    const { format, showNumbers } = options;
    const seen = await seeNow(opened);
    if (format === 'text')
      printDocument(
        await recordsDocument({ run: opened.run, ...seen, loaded: opened, showNumbers }),
        format,
        host.console,
        (text) => completeCommands(text, options),
      );
    else if (format === 'html') printDocument(await page(opened, seen, options, host), format, host.console);
    else await printRows(opened, seen, format, host);
    return exitCode.done;
  });
}

async function page(
  opened: OpenedCampaign,
  { seen, reader, underWay: running }: SeenRecords,
  options: Given<'report'>,
  host: Host,
): Promise<Document> {
  const { campaign, rosters, run } = opened;
  const { state } = seen;
  const atMost = peopleAtMost(campaign.steps.length);
  const people = createPeopleCollector({ campaign, rosters, reader, running, atMost });
  const statistics = await runStatistics({ campaign, rosters, reader, running, onJob: people.note });
  return reportDocument({
    campaign,
    run,
    // Whether work is left, the page says itself.
    state: state === 'stopped' ? 'stopped' : runStateWords[state],
    ended: formatRecordedEnd(seen, campaign.timezone),
    sandbox: options.sandbox === true,
    now: host.clock.now(),
    approvals: (await reader?.approvals()) ?? [],
    decisions: (await reader?.decisions()) ?? [],
    waves: await readWavesSoFar(campaign, reader, running),
    leftOut: leftOutRows({ campaign, rosters }),
    hours: judgedByNumber({ campaign, rosters }),
    statistics,
    people: await people.result(),
    nameOf: showsNames(options) ? ({ step, recipient }) => personName(opened, step.id, recipient) : undefined,
    showNumbers: options.showNumbers,
    command: formatCommand(options),
  });
}

async function printRows(
  { campaign, rosters }: OpenedCampaign,
  { reader, underWay }: SeenRecords,
  format: keyof typeof rowPrinters,
  host: Host,
): Promise<void> {
  const printer = rowPrinters[format](campaign.id, underWay);
  const chunks = createChunks(host.console);
  chunks.write(printer.begin());
  for await (const page of jobRows({ campaign, rosters, reader })) {
    // Lets a slow reader of our output keep up: what is printed does not pile up in memory.
    if (chunks.write(page.map((row) => printer.row(row)).join(''))) await host.console.drained();
  }
  chunks.flush(printer.end());
}
