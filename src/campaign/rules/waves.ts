import { keySpan, valueAt, valueSpan } from '../yaml/yaml-tree.ts';
import { type CampaignRule, finding, warning } from './rule.ts';

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
