import { findConflicts } from '../../campaign/checks/conflicts.ts';
import type { PlannedJob } from '../../plan/plan.ts';
import { variableDigests } from '../../plan/saved/digests.ts';
import { planTogether } from '../../plan/together/plan-together.ts';
import type { Host, Instant } from '../../platform/ports.ts';
import { staleListOf } from '../../project/contacts.ts';
import { lineOf } from '../../report/plan/json.ts';
import { togetherDocument, togetherToJson } from '../../report/plan/together.ts';
import { couldNot, type ExitCode, exitCode } from '../exit-code.ts';
import { tellRefusals } from '../messages/held-run.ts';
import { type OpenedCampaign, openCampaign } from '../open/open-campaign.ts';
import { refuse } from '../open/refuse.ts';
import { createChunks, printDocument } from '../output/print-document.ts';
import type { Given } from '../program.ts';
import { askBalance, listsDue, planInput, plannedFrom } from './plan-input.ts';

/** callsheet plan FILE FILE…: one calendar of several campaigns, as their runs would share people, account and money. */
export async function planCampaigns(options: Given<'plan'>, host: Host): Promise<ExitCode> {
  const opened: OpenedCampaign[] = [];
  try {
    for (const file of options.files) {
      const one = await openCampaign({ ...options, file, ...(options.jobs ? { findings: 'aside' } : {}) }, host, {
        depth: 'rendered',
        snapshots: 'missing',
      });
      if (typeof one === 'number') return one;
      opened.push(one);
    }
    return await planOpened(opened, options, host);
  } finally {
    for (const one of opened) await one.close();
  }
}

async function planOpened(opened: readonly OpenedCampaign[], options: Given<'plan'>, host: Host): Promise<ExitCode> {
  // Two of them would share one state.
  const places = opened.map(({ campaign, directory }) => `${campaign.id} ${directory}`);
  const twins = places.findIndex((place, index) => places.indexOf(place) < index);
  if (twins !== -1)
    return couldNot(
      host,
      `${options.files[twins]} has the id of another one of these campaigns, \`${opened[twins]!.campaign.id}\`: give each its own id`,
    );
  const nows = await beginsOf(opened, options, host);
  if (typeof nows === 'string') return couldNot(host, nows);
  const campaigns = [];
  const refused: (readonly string[])[] = [];
  for (const [index, one] of opened.entries()) {
    const file = options.files[index]!;
    const stale = one.contacts && (await staleListOf(one.project, one, one.contacts, nows[index]!));
    if (stale !== undefined) return refuse({ kind: 'staleList', stale, now: nows[index]! }, { ...options, file }, host);
    const variables = variableDigests(one.campaign.id, one.env);
    const input = { ...(await planInput(one, nows[index]!)), variables };
    campaigns.push({ input, ledger: one.paths.folder });
    refused.push(await tellRefusals(one));
  }
  const { project } = opened[0]!;
  const balance = options.withBalance ? await askBalance(project, host) : undefined;
  if (typeof balance === 'string') return couldNot(host, balance);
  const sharesAccounts = project.store !== undefined;
  const lines = createChunks(host.console);
  // As `plan --jobs` of one campaign has it, and the campaign.
  const onJob = (campaign: string, job: PlannedJob): void =>
    void lines.write(`${JSON.stringify({ campaign, ...lineOf(job) })}\n`);
  const plan = planTogether({ campaigns, sharesAccounts, balance, onJob: options.jobs ? onJob : undefined });
  if (options.jobs) {
    lines.flush();
    return exitCode.done;
  }
  // Campaigns of one project have the same lists.
  const due = new Set<string>();
  for (const [index, one] of opened.entries())
    for (const text of await listsDue(one, plan.campaigns[index]!.plan.ends)) due.add(text);
  for (const text of due) host.console.err(`${text}\n`);
  const conflicts = findConflicts(opened, { people: false });
  if (options.format === 'json') host.console.out(togetherToJson(plan, { conflicts, refused }));
  else printDocument(togetherDocument(plan, { ...options, conflicts }), options.format, host.console);
  return exitCode.done;
}

/** When each is planned from; in words why that is not known. */
async function beginsOf(
  opened: readonly OpenedCampaign[],
  options: Given<'plan'>,
  host: Host,
): Promise<readonly Instant[] | string> {
  const now = host.clock.now();
  const nows: Instant[] = [];
  for (const one of opened) {
    const from = await plannedFrom(one, options.at, now);
    if (typeof from === 'string') return from;
    nows.push(from);
  }
  return options.at === undefined || new Set(nows).size === 1
    ? nows
    : `--at ${options.at} is a different time in each of their time zones: give it with an offset, such as "2026-11-23T08:30Z"`;
}
