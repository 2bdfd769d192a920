import { operations } from '../../service/operations/operations.ts';
import type { Step } from '../campaign.ts';
import { valueSpan } from '../yaml/yaml-tree.ts';
import { type CampaignRule, finding } from './rule.ts';

/** What the service answers to a name that it has: sections "Voice group call redial task", "Audio file", and assumed for orders. */
export const takenStatus = { orderId: '-20', taskName: '-41', fileName: '-20' } as const;

/** What the service takes once for each value, where the step writes it: the field of its request, and the text. */
export function writtenName({ uses, with: fields }: Step): WrittenName | undefined {
  const { naturalKey } = operations[uses];
  if (naturalKey === undefined || naturalKey === 'jobId') return undefined;
  const written = fields[naturalKey];
  return typeof written === 'string' && written.trim() !== '' ? { name: naturalKey, text: written.trim() } : undefined;
}

interface WrittenName {
  readonly name: keyof typeof takenStatus;
  readonly text: string;
}

/**
 * Two steps that send the same name: the service refuses the second, and after a lost answer that refusal would be taken for a
 * receipt. A step that only takes the place of another may have its name, which was not taken then.
 */
export const namesAreTakenOnce: CampaignRule = ({ campaign, tree }) =>
  campaign.steps.flatMap((step, index) => {
    const written = writtenName(step);
    if (written === undefined || isSubstitute(step)) return [];
    const { name, text } = written;
    const isTwin = (other: Step): boolean =>
      other.uses === step.uses &&
      !isSubstitute(other) &&
      other.forEach?.audience === step.forEach?.audience &&
      writtenName(other)?.text === text;
    const twin = campaign.steps.slice(0, index).find(isTwin);
    if (twin === undefined) return [];
    const message = `\`${step.id}\` and \`${twin.id}\` have the same \`${name}\`: the service accepts it once and returns ${takenStatus[name]} for the second`;
    return [
      finding('CS4001', valueSpan(tree, ['steps', step.id, 'with', name]), message, {
        hint: `use another one, or leave \`${name}\` out`,
        related: [{ message: 'the other one', span: valueSpan(tree, ['steps', twin.id, 'with', name]) }],
      }),
    ];
  });

function isSubstitute({ runs, forEach }: Step): boolean {
  return runs === 'on-failure' || forEach?.onlyIf !== undefined;
}
