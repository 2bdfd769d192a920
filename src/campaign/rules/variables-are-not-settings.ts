import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { isReservedVariable } from '../campaign-env.ts';
import { valueSpan } from '../yaml/yaml-tree.ts';
import { type CampaignRule, finding } from './rule.ts';

/** Callsheet's settings hold the account's secret, which a campaign could send to everybody. */
export const variablesAreNotSettings: CampaignRule = ({ campaign, tree }) =>
  campaign.env.flatMap((name, index) =>
    isReservedVariable(name) ? [reservedVariable(name, valueSpan(tree, ['env', index]))] : [],
  );

export function reservedVariable(name: string, span: Diagnostic['span']): Diagnostic {
  const isAccount = /^callsheet_(base_url|api_key|api_secret)$/i.test(name);
  return finding('CS3028', span, `\`${name}\` is a setting of Callsheet; campaigns cannot read it`, {
    hint: isAccount
      ? 'remove it: Callsheet signs every request itself'
      : 'use a variable whose name does not begin with `CALLSHEET_`',
  });
}
