import { everybodyIn } from '../../campaign/audiences/selection.ts';
import { emptyHistory } from '../../job/history.ts';
import type { PlanCampaignInput } from '../../plan/plan.ts';
import { tzdata } from '../../platform/clocks.ts';
import type { Host, Instant } from '../../platform/ports.ts';
import type { Project } from '../../project/project.ts';
import { readSettings } from '../../project/settings.ts';
import { formatDayTime } from '../../report/plan/words.ts';
import { acceptedInFlight, effectiveHistory, readHistory } from '../../run/resume/effective-history.ts';
import { isUnderWay } from '../../run/run-state.ts';
import { plannedRequests } from '../../run/send/prepare-request.ts';
import { readOutputs, unreadOutput } from '../../service/contract/outputs.ts';
import { formatSpanSetting } from '../../time/duration.ts';
import { formatDoctor } from '../messages/format-command.ts';
import type { OpenedCampaign } from '../open/open-campaign.ts';
import { nowOf, readAt } from '../open/start-time.ts';

/** When a plan begins: at `at`, or where the sandbox's clock would begin, or now. In words where `at` is not a time. */
export async function plannedFrom(
  opened: OpenedCampaign,
  at: string | undefined,
  now?: Instant,
): Promise<Instant | string> {
  return at === undefined ? nowOf(opened, now) : readAt(at, opened.campaign.timezone);
}

/** From what is recorded, as a run that starts now would take it; while one is under way, as it is. */
export async function planInput(opened: OpenedCampaign, now: Instant): Promise<PlanCampaignInput> {
  const { campaign, rosters, run, fileHashes, inputs, contacts } = opened;
  const past = await pastOf(opened, now);
  await contacts?.know(everybodyIn(opened));
  return {
    campaign,
    rosters,
    ...past,
    now,
    run,
    contactFacts: contacts?.factsOf,
    fileHashes,
    tzdata,
    values: inputs,
    render: plannedRequests(opened, run),
  };
}

async function pastOf(
  opened: OpenedCampaign,
  now: Instant,
): Promise<Pick<PlanCampaignInput, 'history' | 'edited' | 'unanswered' | 'renames' | 'inFlight'>> {
  const { campaign, reader, shared, run, host } = opened;
  if (shared === undefined) return { history: emptyHistory };
  if (reader === undefined) return { history: await readHistory(campaign, shared) };
  if (await isUnderWay(reader)) return acceptedInFlight(campaign, await readHistory(campaign, shared), now);
  return effectiveHistory({ loaded: opened, reader, run, files: host.files });
}

/** What the account holds in all, or in words why it is not known. One query, which changes nothing. */
export async function askBalance(project: Project, host: Pick<Host, 'clock'>): Promise<number | string> {
  const settings = readSettings({ ...project, sandbox: false });
  if ('fault' in settings) return settings.fault;
  // Planning loads no HTTP client unless it asks.
  const { createClient } = await import('../../service/http/client.ts');
  const client = createClient({ ...settings, clock: host.clock, connections: 1 });
  try {
    const outcome = await client.send('sms.balance', undefined);
    if (outcome.kind !== 'accepted')
      return `The balance query failed (${outcome.kind}): \`${formatDoctor({ envFile: project.envFile?.path })}\` shows why`;
    const available = Number(readOutputs('sms.balance', outcome.answer)['available']);
    if (Number.isFinite(available)) return available;
    const words = unreadOutput('sms.balance', 'available', outcome.answer);
    return `The answer to the balance query contains no balance${words === undefined ? '' : ` that can be read: ${words}`}`;
  } finally {
    await client.close();
  }
}

/** A sentence for each list that becomes too old before the plan ends, on which the run would halt. Nobody imports lists for a sandbox. */
export async function listsDue(
  { project, campaign, contacts: reader }: Pick<OpenedCampaign, 'project' | 'campaign' | 'contacts'>,
  ends: Instant | undefined,
): Promise<readonly string[]> {
  const { contacts: rules, timezone } = campaign;
  if (project.sandbox || rules === undefined || reader === undefined || ends === undefined) return [];
  const imported = await reader.lists();
  return rules.lists.flatMap(({ list, maxAgeMs }) => {
    const importedAt = imported.get(list);
    if (maxAgeMs === undefined || importedAt === undefined || importedAt + maxAgeMs >= ends) return [];
    const until = formatDayTime(importedAt + maxAgeMs, timezone);
    return [
      `The suppression list \`${list}\` becomes older than ${formatSpanSetting(maxAgeMs)} at ${until}: import it again before then, or the run halts.`,
    ];
  });
}
