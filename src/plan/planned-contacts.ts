import type { ContactFacts } from '../ledger/contacts/facts.ts';
import { type KnownContacts, withClaims } from '../ledger/contacts/judge-contact.ts';
import type { PlanCampaignInput } from './plan.ts';

/** Those who are asked about again soon: the next of each zone and step. */
const knownMost = 10_000;

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
  const source = { campaign: campaign.id, run, step: '' };
  // A plan takes it that others do what they have claimed. Of campaigns that are planned with it, it has what they do, and when their claims end.
  const readFacts = (key: string): ContactFacts => {
    const facts = contactFacts(key);
    if (facts.claims.length === 0) return facts;
    const claims = facts.claims.filter(({ campaign: its }) => among?.campaigns.has(its) === true);
    const ofOthers = { ...facts, claims: facts.claims.filter((claim) => !claims.includes(claim)) };
    return { ...facts, touches: withClaims(facts.touches, { facts: ofOthers, rules, source, at: now }), claims };
  };
  // The scheduler asks about the next person of each zone before each start, and a plan is of one moment.
  const known = new Map<string, ContactFacts>();
  const factsOf = (key: string): ContactFacts => {
    const before = known.get(key);
    if (before !== undefined) return before;
    if (known.size >= knownMost) known.clear();
    const facts = readFacts(key);
    known.set(key, facts);
    return facts;
  };
  return { run, factsOf, planned: among?.planned, keepsPlanned: true, onHeld: among?.onHeld };
}
