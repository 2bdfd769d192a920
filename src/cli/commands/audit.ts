import { type AuditFinding, type AuditRule, audit as auditStarts, leftAudience } from '../../audit/audit.ts';
import { type Audited, readJobLines, readRecords, readRequestLog } from '../../audit/read-starts.ts';
import { auditSums } from '../../audit/sums.ts';
import { takenOutSteps } from '../../audit/taken-out.ts';
import { formatAddress, type JobId } from '../../job/address.ts';
import type { JobRecord } from '../../job/job.ts';
import { type Host, isUnreadable } from '../../platform/ports.ts';
import { auditToJson, auditToText } from '../../report/audit/text.ts';
import { formatJobs } from '../../report/plan/words.ts';
import { approvalsToJson } from '../../report/run/approval-text.ts';
import { decisionsToJson } from '../../report/run/decision-text.ts';
import { jobsIn, readCounted } from '../../run/counted-jobs.ts';
import { summarise } from '../../run/summary.ts';
import { listJobs, type RunReader } from '../../state/backend.ts';
import { isStoreAddress } from '../../state/store-address.ts';
import { missingRunHint } from '../messages/missing-run.ts';
import { couldNot, type OpenedCampaign, openCampaign, placeOf } from '../open/open-campaign.ts';
import type { CampaignOptions } from '../options/campaign-options.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';

export interface AuditOptions extends CampaignOptions {
  readonly format: 'text' | 'json';
  /** A file with the lines of `plan --jobs`. */
  readonly jobs?: string;
  /** A file with the sandbox's request log (`GET /_sandbox/requests`). */
  readonly log?: string;
  readonly showNumbers?: boolean;
}

/**
 * callsheet audit FILE: hours, dates, session, rates, order, once and sums, checked by code that shares nothing with the
 * planner: of the state file, of a plan's lines, or of what reached the sandbox.
 */
export async function audit(options: AuditOptions, host: Host): Promise<ExitCode> {
  if (options.jobs !== undefined && options.log !== undefined)
    return couldNot(host, 'Use either --jobs or --log, not both');
  const opened = await openCampaign(options, host, { collects: 'nothing' });
  if (typeof opened === 'number') return opened;
  try {
    if (options.jobs === undefined && options.log === undefined && opened.reader === undefined)
      return couldNot(host, await missingRunHint(options, placeOf(opened, options), host));
    const { source, audited } = await read(options, opened, host);
    if (typeof audited === 'string') return couldNot(host, `${source}: ${audited}`);
    const { campaign, rosters, windows } = opened;
    const miscounted = options.jobs === undefined && options.log === undefined ? await auditCounts(opened) : [];
    const findings = [
      ...auditStarts({ campaign, rosters, windows, ...audited }),
      ...miscounted,
      ...(audited.lines === undefined ? [] : auditSums({ campaign, rosters, lines: audited.lines })),
    ];
    const starts = audited.starts.length;
    const checked: readonly AuditRule[] =
      audited.lines === undefined && miscounted.length === 0 ? always : [...always, 'sums'];
    const takenOut = takenOutSteps(audited.starts);
    const left = leftAudience({ campaign, rosters, ...audited });
    const showNumbers = options.showNumbers === true;
    const approvals = (await opened.reader?.approvals()) ?? [];
    const decisions = (await opened.reader?.decisions()) ?? [];
    host.console.out(
      options.format === 'json'
        ? auditToJson({
            campaign: campaign.id,
            starts,
            checked,
            findings,
            takenOut,
            left,
            approvals: approvalsToJson(approvals, campaign.timezone),
            decisions: decisionsToJson(decisions, campaign.timezone),
          })
        : auditToText({
            title: campaign.title,
            timezone: campaign.timezone,
            source,
            starts,
            checked,
            findings,
            takenOut,
            left,
            approvals,
            decisions,
            isPast: options.jobs === undefined,
            showNumbers,
          }),
    );
    return findings.length > 0 ? exitCode.findings : exitCode.done;
  } finally {
    await opened.close();
  }
}

const always: readonly AuditRule[] = ['hours', 'dates', 'session', 'rate', 'perRecipient', 'order', 'once', 'audience'];

async function read(
  { jobs, log }: AuditOptions,
  { campaign, reader, backend }: OpenedCampaign,
  host: Host,
): Promise<{ readonly source: string; readonly audited: Audited | string }> {
  const path = jobs ?? log;
  const records = path !== undefined && log === undefined ? [] : await recordsOf(reader);
  const state = isStoreAddress(backend.location) ? backend.location : 'the state file';
  if (path === undefined) return { source: state, audited: readRecords(campaign, records) };
  const text = await host.files.readText(path);
  if (text === undefined) return { source: path, audited: 'there is no such file' };
  if (isUnreadable(text)) return { source: path, audited: `it ${text.words}` };
  return {
    source: path,
    audited: jobs === undefined ? readRequestLog(campaign, text, recordedIn(records)) : readJobLines(text),
  };
}

/** Where the state file says how many jobs each step has, there are as many. */
async function auditCounts(opened: OpenedCampaign): Promise<readonly AuditFinding[]> {
  const { campaign, reader } = opened;
  const counted = reader && readCounted(await reader.status(), opened);
  if (counted === undefined) return [];
  const { steps } = await summarise(opened, reader);
  return campaign.steps.flatMap(({ id }, at) => {
    const [said, found] = [counted.jobs[at]!, jobsIn(steps[at]!.summary)];
    const message = `the state file counts ${formatJobs(said)}, and there are ${found}`;
    return said === found ? [] : [{ rule: 'sums', step: id, message }];
  });
}

async function recordsOf(reader: RunReader | undefined): Promise<readonly JobRecord[]> {
  return reader === undefined ? [] : listJobs(reader);
}

function recordedIn(records: readonly JobRecord[]): (id: JobId) => JobRecord | undefined {
  const byAddress = new Map(records.map((job) => [formatAddress(job), job]));
  return (id) => byAddress.get(formatAddress(id));
}
