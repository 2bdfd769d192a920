import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { Span } from '../../diagnostic/source-file.ts';
import { type OperationId, reachesPeople } from '../../service/operations/operations.ts';
import type { Campaign, Step } from '../campaign.ts';
import { keySpan } from '../yaml/yaml-tree.ts';
import { type CampaignRule, warning } from './rule.ts';

/** What a budget counts as free, because nobody wrote its price. */
export const budgetCountsEverything: CampaignRule = ({ campaign, tree }) =>
  unpriced(campaign, campaign.steps).map((operation) =>
    unpricedFinding(operation, keySpan(tree, ['limits', 'budget'])),
  );

/** Operations of these steps that reach people and have no price, where there is a budget. */
export function unpriced({ limits, costs }: Campaign, steps: readonly Step[]): readonly OperationId[] {
  if (limits.budget === undefined) return [];
  const used = new Set(steps.map(({ uses }) => uses));
  return [...used].filter((operation) => reachesPeople(operation) && costs[operation] === undefined);
}

export function unpricedFinding(operation: OperationId, span: Span): Diagnostic {
  const message = `The budget does not count \`${operation}\`: it has no price under \`costs\``;
  const hint = `add its price to \`costs\`, as in \`costs: { ${operation}: 0.02 }\`; 0 if it costs nothing`;
  return warning('CS5107', span, message, hint);
}
