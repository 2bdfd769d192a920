import { everybodyIn } from '../../campaign/audiences/everybody-in.ts';
import { emptyHistory } from '../../job/history.ts';
import type { PlanCampaignInput } from '../../plan/plan.ts';
import type { Instant } from '../../platform/ports.ts';
import { tzdata } from '../../platform/tzdata.ts';
import { acceptedInFlight, effectiveHistory } from '../../run/resume/effective-history.ts';
import { readHistory } from '../../run/resume/read-history.ts';
import { isUnderWay } from '../../run/run-state.ts';
import { plannedRequests } from '../../run/send/render-context.ts';
import { readAt } from '../options/at-option.ts';
import type { OpenedCampaign } from './open-campaign.ts';
import { sandboxStart } from './sandbox-start.ts';

/** When a plan begins: at `at`, or where the sandbox's clock would begin, or now. In words where `at` is not a time. */
export async function plannedFrom(
  { campaign, shared, project, host }: OpenedCampaign,
  at: string | undefined,
  now = host.clock.now(),
): Promise<Instant | string> {
  if (at !== undefined) return readAt(at, campaign.timezone);
  return project.sandbox ? sandboxStart(campaign, shared, now) : now;
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
