import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { didYouMean } from '../../diagnostic/did-you-mean.ts';
import type { Span } from '../../diagnostic/source-file.ts';
import { type OperationId, reachesPeople } from '../../service/operations/operations.ts';
import type { Campaign, Step } from '../campaign.ts';
import { keySpan, type Path, valueAt, valueSpan } from '../yaml/yaml-tree.ts';
import { type CampaignRule, finding, type RuleInput, warning } from './rule.ts';

/** What a budget counts as free, because nobody wrote its price. */
export const budgetCountsEverything: CampaignRule = (about) => {
  const { campaign, tree } = about;
  const operations = unpriced(campaign, campaign.steps);
  if (operations.length === 0 || hasUnreadPrices(about)) return [];
  return operations.map((operation) => unpricedFinding(operation, keySpan(tree, ['limits', 'budget'])));
};

/** Prices that are written, but not where or as they are read: that has a finding of its own. */
function hasUnreadPrices({ input, tree }: RuleInput): boolean {
  const unread = (path: Path): readonly string[] => {
    const [written, read] = [valueAt(tree.value, path), valueAt(input, path)].map((map) => Object.keys(Object(map)));
    return written!.filter((key) => !read!.includes(key));
  };
  const places: readonly Path[] = [[], ['limits'], ['account']];
  const isPrices = (key: string): boolean => key === 'costs' || didYouMean(key, ['costs']) !== undefined;
  return unread(['costs']).length > 0 || places.some((path) => unread(path).some(isPrices));
}

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

/** A limit that no answers reach would halt nothing, and takes the place of the one that a run has without it. */
export const stopAfterCanBeReached: CampaignRule = ({ campaign, tree }) => {
  const { stopAfter } = campaign.limits;
  if (stopAfter === undefined || stopAfter === 'never') return [];
  const { failures, of } = stopAfter;
  if (!('count' in failures) || failures.count <= of) return [];
  const message = `\`failures: ${failures.count}\` is more than the latest ${of} jobs, which alone count, so the run would never halt for it`;
  const hint = `write fewer, or count more of them: \`of: ${failures.count}\` or more`;
  return [finding('CS2006', valueSpan(tree, ['limits', 'stopAfter', 'failures']), message, { hint })];
};

/** The last wave is everybody who is left, so that nobody is left out; and what comes between two waves needs waves. */
export const wavesEndWithRest: CampaignRule = ({ campaign, tree }) =>
  campaign.steps.flatMap(({ id, forEach }) => {
    const path = ['steps', id, 'forEach'];
    const { waves } = forEach ?? {};
    if (waves === undefined) {
      const between = [...path, 'between'];
      return valueAt(tree.value, between) === undefined
        ? []
        : [warning('CS3024', keySpan(tree, between), '`between` has no effect without `waves`')];
    }
    if (waves.sizes.indexOf('rest') === waves.sizes.length - 1) return [];
    const hint = 'such as `waves: [50, "5%", rest]`';
    const message = '`waves` must end with `rest`, and have it nowhere else';
    return [finding('CS3029', valueSpan(tree, [...path, 'waves']), message, { hint })];
  });
