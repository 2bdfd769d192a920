import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import { runName } from '../job/address.ts';
import { emptyHistory } from '../job/history.ts';
import { planCampaign } from '../plan/make-plan.ts';
import type { Plan, PlanCampaignInput } from '../plan/plan.ts';
import { createRealClock } from '../platform/real-clock.ts';
import { requireInstant } from '../platform/skipping-clock.ts';
import { tzdata } from '../platform/tzdata.ts';
import { plannedRequests } from '../run/send/render-context.ts';

type OfCampaign = 'campaign' | 'rosters' | 'fileHashes' | 'values' | 'tzdata' | 'render';

/** What is not given is as for a first run that starts now. */
export interface PlanOptions extends Partial<Omit<PlanCampaignInput, OfCampaign>> {
  readonly loaded: LoadedCampaign;
}

/**
 * What a run would do, and when. Throws where a campaign with contact rules is given no `contactFacts`, from `readContacts`, and for a
 * `now` that is not a number.
 */
export function plan({
  loaded,
  run = runName(loaded.campaign),
  history = emptyHistory,
  now = createRealClock().now(),
  ...options
}: PlanOptions): Plan {
  requireInstant('now', now);
  const { campaign, rosters, fileHashes, inputs } = loaded;
  if (campaign.contacts !== undefined && options.contactFacts === undefined)
    throw new Error(`${campaign.id} has contact rules: give contactFacts, from readContacts`);
  return planCampaign({
    campaign,
    rosters,
    fileHashes,
    values: inputs,
    tzdata,
    history,
    now,
    run,
    render: plannedRequests(loaded, run),
    ...options,
  });
}
