import { valueSpan } from '../yaml/yaml-tree.ts';
import { type CampaignRule, finding } from './rule.ts';

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
