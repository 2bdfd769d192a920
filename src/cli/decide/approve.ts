import { visibleLine } from '../../diagnostic/visible-text.ts';
import { makeStateFolder } from '../../ledger/state-paths.ts';
import { doneJobs } from '../../plan/saved/saved-plan.ts';
import type { Host } from '../../platform/ports.ts';
import { formatRequests, sendWords } from '../../report/plan/words.ts';
import { approvalLines, formatApproval, signedToJson } from '../../report/run/signed-text.ts';
import { approvePlan } from '../../run/operator/approve-plan.ts';
import { readHistory } from '../../run/resume/effective-history.ts';
import { overdueMs } from '../../run/summary.ts';
import { isSameService } from '../../service/contract/addresses.ts';
import { answer, couldNot, type ExitCode } from '../exit-code.ts';
import { completeCommands, formatCommand, formatService } from '../messages/format-command.ts';
import { refusalMessage } from '../messages/state-messages.ts';
import { readApproved, refuseOtherStarts } from '../open/approved-plan.ts';
import { type OpenedCampaign, withCampaign } from '../open/open-campaign.ts';
import { signedBy } from '../options/shared-options.ts';
import type { Given } from '../program.ts';

/** callsheet approve FILE --plan PLAN: records who approves a plan, and keeps the plan for `run --require-approval`. */
export async function approve(options: Given<'approve'>, host: Host): Promise<ExitCode> {
  const { plan: path } = options;
  const unsetEnv = path === undefined ? 'warning' : 'error';
  return withCampaign(options, host, { unsetEnv }, (opened) =>
    path === undefined ? list(opened) : record(opened, path),
  );
}

async function record(opened: OpenedCampaign<Given<'approve'>>, path: string): Promise<ExitCode> {
  const { campaign, run, backend, reader, options, host } = opened;
  const { sandbox } = options;
  const asked = { ...options, plan: undefined };
  const saved = await readApproved(path, opened, run, host, 'approved');
  if (typeof saved === 'string') return couldNot(host, completeCommands(saved, asked));
  const now = host.clock.now();
  const history = reader && (await readHistory(campaign, reader));
  // As `run --plan` refuses it: a plan that was overtaken cannot be carried out.
  const other = history && refuseOtherStarts(path, saved, opened, history, now, 'approved');
  if (other !== undefined) return couldNot(host, completeCommands(other, asked));
  const isOfSandbox = saved.service === undefined ? sandbox === true : saved.service === 'sandbox';
  if (isOfSandbox !== (sandbox === true)) {
    const way = isOfSandbox ? 'the sandbox: add --sandbox' : 'a live service: omit --sandbox';
    return couldNot(host, `${path} was made for ${way}. Nothing was approved.`);
  }
  const service = saved.service ?? (sandbox === true ? 'sandbox' : opened.service);
  if (service === '')
    return couldNot(
      host,
      `${path} was made without service settings, and none are set now, but an approval is for one service. Use --env-file FILE, or --sandbox to approve it for the sandbox. Nothing was approved.`,
    );
  if (sandbox !== true && opened.service !== '' && !isSameService(service, opened.service))
    return couldNot(
      host,
      `${path} was made for ${formatService(service)}, and the settings have ${formatService(opened.service)}. Nothing was approved.`,
    );
  const approval = await approvePlan({
    backend,
    about: { campaign: campaign.id, run, service },
    me: { pid: host.pid, host: host.hostname, since: now },
    plan: saved,
    who: signedBy(options, host),
    at: now,
  });
  if ('refused' in approval) return couldNot(host, refusalMessage(approval.refused, backend.location, options));
  const { paths } = opened;
  const text = await host.files.readText(path);
  // With a store nobody has made the folder.
  makeStateFolder(paths.folder);
  if (typeof text === 'string') await host.files.writeAtomically(paths.approved, text);
  const { toSend = 0, cost = 0 } = saved.facts;
  const [json] = signedToJson([approval], campaign.timezone);
  const done = history === undefined ? new Set() : doneJobs(campaign.steps, history);
  const left = [...saved.jobs].filter(
    ([address, { at: planned }]) => planned !== undefined && !done.has(address),
  ).length;
  const isLate = sandbox !== true && (await overdueMs({ campaign, now, reader })) !== undefined;
  const command = formatCommand(asked)('run', isLate ? '--require-approval --late' : '--require-approval');
  const words = sendWords({
    toSend: left,
    later: saved.later,
    service,
    cost: left === toSend ? cost : 0,
    currency: campaign.currency,
  });
  const sends =
    left + saved.later === 0 && toSend > 0
      ? `has started all ${formatRequests(toSend)} of this plan: nothing is left to start.`
      : `sends ${words}. Start it with \`${command}\`.`;
  return answer(host, options.format, {
    json: { campaign: campaign.id, run, ...json, toSend, cost, currency: campaign.currency },
    text: `${formatApproval(approval, { ...campaign, showNumbers: false })}\nRun ${run} of ${campaign.id} ${sends}\n`,
  });
}

async function list(opened: OpenedCampaign<Given<'approve'>>): Promise<ExitCode> {
  const { campaign, run, reader, options, host } = opened;
  const approvals = (await reader?.approvals()) ?? [];
  const lines = approvalLines(approvals, { ...campaign, showNumbers: false });
  const plan = formatCommand(options)('plan', '--out plan.json');
  const none = `No plan of ${campaign.id}, run ${run}, is approved. Save one with \`${plan}\`, and approve it with --plan plan.json.`;
  return answer(host, options.format, {
    json: { campaign: campaign.id, run, approvals: signedToJson(approvals, campaign.timezone) },
    text: `${(lines.length === 0 ? [visibleLine(none)] : lines).join('\n')}\n`,
  });
}
