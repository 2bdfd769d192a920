import { operations } from '../../service/operations/operations.ts';
import type { Audience, Step } from '../campaign.ts';
import { isTemplate } from '../template/template.ts';
import { keySpan, valueSpan } from '../yaml/yaml-tree.ts';
import { type CampaignRule, finding, type RuleInput } from './rule.ts';

/** `exclude` and "once per person" use the audience's key, so a step must contact the same person. */
export const recipientIsTheKey: CampaignRule = (about) => {
  const { campaign, tree } = about;
  return campaign.steps.flatMap((step) => {
    const field = operations[step.uses].recipientField;
    const audience = campaign.audiences.find(({ name }) => name === step.forEach?.audience);
    const value = field === undefined ? undefined : (step.with[field] ?? undefined);
    if (field === undefined || audience === undefined || value === undefined) return [];
    if (isKey(about, { step, field, value, audience })) return [];
    const message = `\`${field}\` is not the recipient’s key \`${audience.key}\`, which \`exclude\` and “once per person” are based on`;
    const hint = `leave \`${field}\` out, or make its column the \`key\` of \`${audience.name}\``;
    const span = valueSpan(tree, ['steps', step.id, 'with', field]);
    const related = [{ message: 'the key is here', span: keySpan(tree, ['audiences', audience.name, 'key']) }];
    return [finding('CS3027', span, message, { severity: 'warning', hint, related })];
  });
};

/** Whether it is the key alone: another digit or a filter makes another number. Other rules report broken templates. */
function isKey(
  { templatesOf }: RuleInput,
  { step, field, value, audience }: { step: Step; field: string; value: unknown; audience: Audience },
): boolean {
  if (typeof value !== 'string' || !isTemplate(value)) return false;
  const template = templatesOf.get(step.id)?.find((each) => each.field.length === 1 && each.field[0] === field);
  if (template === undefined || template.problems.length > 0) return true;
  const { references } = template;
  const readsKey = references.every(({ path: [root, name] }) => root === 'recipient' && name === audience.key);
  return readsKey && references.length > 0 && !/\d/.test(value.replaceAll(audience.key, ''));
}
