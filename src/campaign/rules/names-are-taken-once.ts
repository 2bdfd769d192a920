import { operations } from '../../service/operations/operations.ts';
import type { Step } from '../campaign.ts';
import { valueSpan } from '../yaml/yaml-tree.ts';
import { type CampaignRule, finding } from './rule.ts';

/** What the service takes once for each value, where the step writes it: the field of its request, and the text. */
export function writtenName({ uses, with: fields }: Step): WrittenName | undefined {
  const { naturalKey, takenStatus } = operations[uses];
  if (naturalKey === undefined || takenStatus === undefined) return undefined;
  const written = fields[naturalKey];
  return typeof written === 'string' && written.trim() !== ''
    ? { name: naturalKey, text: written.trim(), takenStatus }
    : undefined;
}

interface WrittenName {
  readonly name: string;
  readonly text: string;
  /** What the service answers to the second. */
  readonly takenStatus: string;
}

/**
 * Two steps that send the same name: the service refuses the second, and after a lost answer that refusal would be taken for a
 * receipt. A step that only takes the place of another may have its name, which was not taken then.
 */
export const namesAreTakenOnce: CampaignRule = ({ campaign, tree }) =>
  campaign.steps.flatMap((step, index) => {
    const written = writtenName(step);
    if (written === undefined || isSubstitute(step)) return [];
    const { name, text, takenStatus } = written;
    const isTwin = (other: Step): boolean =>
      other.uses === step.uses &&
      !isSubstitute(other) &&
      other.forEach?.audience === step.forEach?.audience &&
      writtenName(other)?.text === text;
    const twin = campaign.steps.slice(0, index).find(isTwin);
    if (twin === undefined) return [];
    const message = `\`${step.id}\` and \`${twin.id}\` have the same \`${name}\`: the service accepts it once and returns ${takenStatus} for the second`;
    const hint = `use another one, or leave \`${name}\` out`;
    const related = [{ message: 'the other one', span: valueSpan(tree, ['steps', twin.id, 'with', name]) }];
    return [finding('CS4001', valueSpan(tree, ['steps', step.id, 'with', name]), message, { hint, related })];
  });

function isSubstitute({ runs, forEach }: Step): boolean {
  return runs === 'on-failure' || forEach?.onlyIf !== undefined;
}
