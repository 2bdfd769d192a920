import { needsExist, needsHaveNoCircle } from './needs.ts';
import { audiencesExist, onlyIfLooksBack, sessionIsKnown } from './recipients.ts';
import type { CampaignRule } from './rule.ts';

/** Every check that looks at more than one node of a campaign, in the order in which they are worth reading. */
export const campaignRules: readonly CampaignRule[] = [
  needsExist,
  needsHaveNoCircle,
  audiencesExist,
  onlyIfLooksBack,
  sessionIsKnown,
];
