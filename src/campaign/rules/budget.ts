import { type OperationId, reachesPeople } from '../../service/operations/operations.ts';
import type { Campaign, Step } from '../campaign.ts';
import { keySpan } from '../yaml/yaml-tree.ts';
import { type CampaignRule, warning } from './rule.ts';

/** What a budget counts as free, because nobody wrote its price. */
export const budgetCountsEverything: CampaignRule = ({ campaign, tree }) =>
  unpriced(campaign, campaign.steps).map((operation) =>
    warning('CS5107', keySpan(tree, ['limits', 'budget']), unpricedWords(operation), unpricedHint(operation)),
  );

/** Operations of these steps that reach people and have no price, where there is a budget. */
export function unpriced({ limits, costs }: Campaign, steps: readonly Step[]): readonly OperationId[] {
  if (limits.budget === undefined) return [];
  const used = new Set(steps.map(({ uses }) => uses));
  return [...used].filter((operation) => reachesPeople(operation) && costs[operation] === undefined);
}

export function unpricedWords(operation: OperationId): string {
  return `The budget does not count \`${operation}\`: it has no price under \`costs\``;
}

export function unpricedHint(operation: OperationId): string {
  return `add its price to \`costs\`, as in \`costs: { ${operation}: 0.02 }\`; 0 if it costs nothing`;
}
