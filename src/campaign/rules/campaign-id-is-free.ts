import { valueSpan } from '../yaml/yaml-tree.ts';
import { type CampaignRule, finding } from './rule.ts';

/** The state file has the campaign's id as its name, and `contacts.db` is the contact ledger of the project. */
export const campaignIdIsFree: CampaignRule = ({ campaign, tree }) =>
  campaign.id === 'contacts'
    ? [
        finding('CS2007', valueSpan(tree, ['campaign']), '`contacts` cannot be the id of a campaign', {
          hint: 'its state file would be `contacts.db`, which is the contact ledger: use another id',
        }),
      ]
    : [];
