import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import { emptyHistory } from '../job/history.ts';
import { planCampaign as plan } from '../plan/make-plan.ts';
import type { Plan, PlanCampaignInput } from '../plan/plan.ts';
import { runName } from '../plan/run-name.ts';
import { createRealClock } from '../platform/real-clock.ts';
import { tzdata } from '../platform/tzdata.ts';

/** A loaded campaign; what is not given is as for a first run that starts now. */
export type PlanOptions = Pick<LoadedCampaign, 'campaign' | 'rosters' | 'fileHashes'> &
  Partial<Pick<LoadedCampaign, 'inputs'>> &
  Partial<PlanCampaignInput>;

/**
 * What a run would do, and when: `planCampaign({ ...loaded, now })`. Of a campaign with contact rules also
 * `contactFacts: contacts.factsOf`, from `readContacts`.
 */
export function planCampaign({ inputs, ...options }: PlanOptions): Plan {
  const { id, contacts } = options.campaign;
  if (contacts !== undefined && options.contactFacts === undefined)
    throw new Error(`${id} has contact rules: give contactFacts, from readContacts`);
  return plan({
    history: emptyHistory,
    now: createRealClock().now(),
    run: runName(options.campaign),
    tzdata,
    ...(inputs === undefined ? {} : { values: inputs }),
    ...options,
  });
}
