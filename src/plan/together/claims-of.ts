import type { RecipientKey } from '../../job/address.ts';
import type { Claim } from '../../ledger/contacts/facts.ts';
import type { Instant } from '../../platform/ports.ts';
import { operations } from '../../service/operations/operations.ts';
import type { PlanCampaignInput } from '../plan.ts';
import { createStepPlanner } from '../plan-steps.ts';

export interface PersonClaim extends Claim {
  readonly key: RecipientKey;
}

/** The contacts that a campaign is going to make, by a plan of it alone. It is made while they are read: there may be a million. */
export function* claimsOf(input: PlanCampaignInput): Generator<PersonClaim> {
  const { campaign, run } = input;
  const priority = campaign.contacts?.priority ?? 0;
  const steps = new Map(campaign.steps.map((step) => [step.id, step]));
  let claims: PersonClaim[] = [];
  const planner = createStepPlanner({
    ...input,
    onJob({ id: { step: name, key }, at }) {
      const { uses, forEach, purpose } = steps.get(name)!;
      const { channel } = operations[uses];
      if (key === undefined || at === undefined || channel === undefined || forEach === undefined) return;
      claims.push({ campaign: campaign.id, run, step: name, key, at, channel, purpose, priority });
    },
  });
  for (let now: Instant | undefined = input.now; now !== undefined; ) {
    now = planner.advance(now);
    yield* claims;
    claims = [];
  }
}
