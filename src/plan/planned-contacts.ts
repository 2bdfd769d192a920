import type { KnownContacts } from '../contacts/known-contacts.ts';
import type { PlanCampaignInput } from './plan.ts';

/** The ledger's contacts for a plan, which adds its own to them; undefined where nobody counts contacts. */
export function plannedContacts({ run, contactFacts }: PlanCampaignInput): KnownContacts | undefined {
  if (contactFacts === undefined) return undefined;
  return { run, factsOf: contactFacts, planned: new Map(), keepsPlanned: true };
}
