import type { ContactFacts } from '../contacts/facts.ts';
import { withClaims } from '../contacts/judge-contact.ts';
import type { KnownContacts } from '../contacts/known-contacts.ts';
import type { PlanCampaignInput } from './plan.ts';

/** The ledger's contacts for a plan, which adds its own to them; undefined where nobody counts contacts. */
export function plannedContacts({
  campaign,
  run,
  contactFacts,
  among,
  now,
}: PlanCampaignInput): KnownContacts | undefined {
  const rules = campaign.contacts;
  if (contactFacts === undefined || rules === undefined) return undefined;
  const { planned = new Map(), onHeld } = among ?? {};
  const source = { campaign: campaign.id, run, step: '' };
  // A plan takes it that others do what they have claimed.
  const factsOf = (key: string): ContactFacts => {
    const facts = contactFacts(key);
    if (facts.claims.length === 0) return facts;
    return { ...facts, touches: withClaims(facts.touches, { facts, rules, source, at: now }), claims: [] };
  };
  return { run, factsOf, planned, keepsPlanned: true, onHeld };
}
