import type { RecipientKey } from '../../job/address.ts';
import type { Claim } from '../../ledger/contacts/facts.ts';
import type { PlanCampaignInput } from '../plan.ts';
import { claimsOf } from './claims-of.ts';

export interface CampaignAmong {
  readonly input: PlanCampaignInput;
  /** Names the contact ledger: campaigns with the same one count each other's contacts. */
  readonly ledger: string;
}

/**
 * What each campaign knows of the contacts that campaigns of a greater priority are going to make: these claim them when they start, each by
 * its own plan. In the order given.
 */
export function withClaims(campaigns: readonly CampaignAmong[]): readonly PlanCampaignInput[] {
  const own = new Set(campaigns.map(({ input }) => input.campaign.id));
  const claims = new Map<string, Map<RecipientKey, Claim[]>>();
  const knowing = new Map<CampaignAmong, PlanCampaignInput>();
  const priorityOf = ({ input }: CampaignAmong): number => input.campaign.contacts?.priority ?? 0;
  const lowest = Math.min(...campaigns.map(priorityOf));
  for (const one of [...campaigns].sort((a, b) => priorityOf(b) - priorityOf(a))) {
    const { input, ledger } = one;
    const made = claims.get(ledger) ?? new Map<RecipientKey, Claim[]>();
    claims.set(ledger, made);
    const { contactFacts } = input;
    const planned = contactFacts && {
      ...input,
      contactFacts: (key: RecipientKey) => {
        const facts = contactFacts(key);
        // Of the campaigns that are planned, the plan has what they are going to do.
        const others = facts.claims.filter(({ campaign }) => !own.has(campaign));
        return { ...facts, claims: [...others, ...(made.get(key) ?? [])] };
      },
    };
    knowing.set(one, planned ?? input);
    if (planned === undefined || priorityOf(one) === lowest) continue;
    for (const claim of claimsOf(planned)) made.set(claim.key, [...(made.get(claim.key) ?? []), claim]);
  }
  return campaigns.map((one) => knowing.get(one)!);
}
