import { nameByKey, nameColumns } from '../../campaign/audiences/person-name.ts';
import type { DoubtJson } from '../../control/shown/doubts-view.ts';
import { formatCount } from '../../diagnostic/count-words.ts';
import { formatAddress } from '../../job/address.ts';
import type { JobRecord, JobState } from '../../job/job.ts';
import { listJobs, type RunReader } from '../../ledger/backend.ts';
import type { Host } from '../../platform/ports.ts';
import { shownAddress, shownReason } from '../../report/mask.ts';
import { previewLines, previewToJson } from '../../report/messages.ts';
import { formatDayTime, formatJobs } from '../../report/plan/words.ts';
import { evidenceText } from '../../report/run/doubt-text.ts';
import { columnsIn, type JobCondition, parseCondition } from '../../run/operator/job-conditions.ts';
import { type Preview, sentRequest } from '../../run/preview.ts';
import { byPresentNames } from '../../run/resume/edits.ts';
import { isUnderWay } from '../../run/run-state.ts';
import { underPresentName } from '../../run/summary.ts';
import { formatInstant } from '../../time/local-time.ts';
import { couldNot, type ExitCode, exitCode } from '../exit-code.ts';
import { formatCommand, shellWord } from '../messages/format-command.ts';
import { missingRunHint } from '../messages/missing-run.ts';
import { type OpenedCampaign, withCampaign } from '../open/open-campaign.ts';
import { withLines } from '../options/shared-options.ts';
import { previewInput } from '../plan/previews.ts';
import type { Given } from '../program.ts';
import { decide } from './decide.ts';

/** callsheet reconcile FILE: lists the jobs in doubt, or carries out a person's decision on some of them. */
export async function reconcile(options: Given<'reconcile'>, host: Host): Promise<ExitCode> {
  const conditions = readConditions(options);
  const unused = unusedOption(options);
  if (unused !== undefined) return couldNot(host, `${unused}. Nothing was changed.`);
  if (typeof conditions === 'string') return couldNot(host, `${conditions}. Nothing was changed.`);
  const columns = options.format === 'json' ? [...columnsIn(conditions), ...nameColumns] : columnsIn(conditions);
  return withCampaign(withLines(options), host, { columns }, async (opened) => {
    const { reader } = opened;
    if (reader === undefined) return couldNot(host, await missingRunHint(opened));
    if (isDeciding(options)) return decide({ opened, reader: await byPresentNames(opened, reader), conditions });
    return list(opened, reader);
  });
}

/** The conditions of `--where`, or in words why a text is not one. */
function readConditions({ where, accept, resend, drop }: Given<'reconcile'>): readonly JobCondition[] | string {
  const conditions: JobCondition[] = [];
  for (const text of where) {
    const condition = parseCondition(text);
    if (condition === undefined)
      return `--where ${text} is not a condition: use COLUMN=VALUE, !=, >= or <=, such as plan=gold or "job.reason=*timeout*"`;
    conditions.push(condition);
  }
  const steps = [...accept, ...resend, ...drop];
  return conditions.length > 0 && steps.length === 0
    ? '--where selects jobs of a step: use it with --accept STEP, --resend STEP or --drop STEP'
    : conditions;
}

/** Something said of a decision that is not there. */
function unusedOption(options: Given<'reconcile'>): string | undefined {
  const { accept, output, now, by, comment } = options;
  if (output.length > 0 && accept.length !== 1)
    return '--output sets the outputs of one job and needs exactly one --accept';
  if (isDeciding(options) || (!now && by === undefined && comment === undefined)) return undefined;
  const name = now ? '--now' : by === undefined ? '--comment' : '--by';
  return `${name} is about a decision: add --accept, --resend, --drop or --from`;
}

function isDeciding({ accept, resend, drop, from }: Given<'reconcile'>): boolean {
  return accept.length + resend.length + drop.length > 0 || from !== undefined;
}

async function list(opened: OpenedCampaign<Given<'reconcile'>>, reader: RunReader): Promise<ExitCode> {
  const { options, host } = opened;
  const jobsIn = async (state: JobState): Promise<readonly JobRecord[]> =>
    (await listJobs(reader, { state })).map(underPresentName(opened.campaign));
  /** Those that a process was sending when it died. */
  const died = (await isUnderWay(reader)) ? [] : await jobsIn('sending');
  const inDoubt = await jobsIn('inDoubt');
  const input = previewInput(opened, 'values');
  if (options.format === 'json') {
    for (const job of [...inDoubt, ...died])
      host.console.out(`${JSON.stringify(toJson(job, await sentRequest(input, job), opened))}\n`);
    return exitCode.done;
  }
  for (const job of inDoubt) {
    const shown = shownAddress(job, options.showNumbers);
    const at = job.at === undefined ? '' : `, tried ${formatDayTime(job.at, opened.campaign.timezone, true)}`;
    const reason = shownReason(job.reason ?? 'no valid answer came', options.showNumbers);
    host.console.out(`${shown}${at}: ${reason}\n  ${evidenceText(job, opened.campaign.timezone)}\n`);
    for (const line of previewLines(await sentRequest(input, job), { ...options, campaign: opened.campaign })) {
      host.console.out(`${line}\n`);
    }
  }
  const command = formatCommand(options);
  if (died.length > 0) {
    host.console.out(
      `In doubt because the process died: ${formatJobs(died.length)}. \`${command('run')}\` resends what is safe to resend, and lists the rest here.\n`,
    );
  }
  const [first] = inDoubt;
  if (first === undefined) {
    if (died.length === 0) host.console.out('No jobs are in doubt.\n');
    return exitCode.done;
  }
  const address = shellWord(shownAddress(first, options.showNumbers));
  const how = `Example: \`${command('reconcile', `--accept ${address}`)}\`.`;
  host.console.out(
    `\n${formatCount(inDoubt.length)} in doubt. For each: --accept ADDRESS (delivered), --resend ADDRESS (may reach them twice), --drop ADDRESS (give up). ${how}\n`,
  );
  return exitCode.done;
}

function toJson(job: JobRecord, sent: Preview | undefined, opened: OpenedCampaign): DoubtJson {
  const { timezone } = opened.campaign;
  const { state, reason, attempts } = job;
  const at = job.at === undefined ? undefined : formatInstant(job.at, timezone);
  const evidence = state === 'inDoubt' ? evidenceText(job, timezone) : undefined;
  const name = nameByKey(opened, job) || undefined;
  return { address: formatAddress(job), name, state, at, reason, attempts, evidence, ...previewToJson(sent) };
}
