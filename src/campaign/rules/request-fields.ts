import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { listed, type Suggestion, suggestion } from '../../diagnostic/did-you-mean.ts';
import { isLongText } from '../../service/contract/request-json.ts';
import { operations } from '../../service/operations/operations.ts';
import type { Audience, Step } from '../campaign.ts';
import { type RequestField, requestFields } from '../request/request-fields.ts';
import { isTemplate } from '../template/template.ts';
import { keySpan, type Path, placeAt, valueSpan, type YamlTree } from '../yaml/yaml-tree.ts';
import { type CampaignRule, finding, type RuleInput, warning } from './rule.ts';

/** Every key under `with` is a field of the operation, in the service's spelling and with a possible type. */
export const requestFieldsExist: CampaignRule = ({ campaign, tree }) =>
  campaign.steps.flatMap((step) =>
    writtenFields(step.with, requestFields(step.uses), []).flatMap((written) =>
      written.kind === 'unknown' ? unknownField(step, tree, written) : kindFindings(step, tree, written),
    ),
  );

/** The fields that unknown keys of this step most likely mean. */
export function misspeltFields(step: Step): ReadonlySet<string> {
  const written = writtenFields(step.with, requestFields(step.uses), []);
  return new Set(
    written.flatMap((one) => (one.kind === 'unknown' && one.suggested?.kind === 'meant' ? [one.suggested.word] : [])),
  );
}

type WrittenField =
  | {
      readonly kind: 'unknown';
      /** Of the map that has it, below `with`. */
      readonly path: Path;
      readonly name: string;
      readonly parent: RequestField;
      readonly suggested: Suggestion | undefined;
    }
  | { readonly kind: 'value'; readonly path: Path; readonly value: unknown; readonly field: RequestField };

function writtenFields(value: unknown, field: RequestField, path: Path): WrittenField[] {
  if (Array.isArray(value)) {
    const { item } = field;
    return item === undefined ? [] : value.flatMap((one, index) => writtenFields(one, item, [...path, index]));
  }
  if (typeof value !== 'object' || value === null) return [{ kind: 'value', path, value, field }];
  if (field.type !== 'Object' || (field.fields.size === 0 && path.length > 0)) return [];
  return Object.entries(value).flatMap(([name, item]): WrittenField[] => {
    const below = field.fields.get(name);
    if (below !== undefined) return writtenFields(item, below, [...path, name]);
    const free = [...field.fields.keys()].filter((one) => !(one in value));
    return [{ kind: 'unknown', path, name, parent: field, suggested: suggestion(name, free) }];
  });
}

function unknownField(
  step: Step,
  tree: YamlTree,
  { path, name, parent, suggested }: Extract<WrittenField, { kind: 'unknown' }>,
): Diagnostic {
  const where =
    path.length === 0 ? `a \`${step.uses}\` request` : `\`${path.filter((key) => typeof key === 'string').join('.')}\``;
  const likely = suggested?.kind === 'meant' ? suggested : partOf(parent, name);
  const message = `unknown field \`${name}\` in ${where}`;
  const hint = likely ?? suggested ?? (parent.fields.size === 0 ? 'it has no fields' : undefined);
  return finding('CS4003', keySpan(tree, ['steps', step.id, 'with', ...path, name]), message, { hint });
}

/** A `body` beside `text` belongs inside it. */
function partOf({ fields }: RequestField, name: string): string | undefined {
  const wholes = [...fields].filter(([, one]) => one.fields.has(name)).map(([whole]) => whole);
  return wholes.length === 0 || wholes.length > 3 ? undefined : `it belongs in ${listed(wholes)}`;
}

function kindFindings(
  step: Step,
  tree: YamlTree,
  { path, value, field }: Extract<WrittenField, { kind: 'value' }>,
): Diagnostic[] {
  const place = placeAt(tree, ['steps', step.id, 'with', ...path]);
  const name = String(path.findLast((key) => typeof key === 'string'));
  if (typeof value === 'number' && field.type === 'String') {
    const written = place.source ?? String(value);
    const read = written === String(value) ? 'a number' : `the number ${value}`;
    const message = `YAML reads \`${written}\` as ${read}, but \`${name}\` takes text`;
    const hint = `put it in quotes: "${written}"`;
    return [finding('CS1005', place.value, message, { hint })];
  }
  const numeric = field.type === 'Integer' || field.type === 'Long' || field.type === 'Double';
  if (typeof value !== 'string' || !numeric || (field.type === 'Long' && isLongText(value))) return [];
  if (!isTemplate(value)) {
    const isExact = Math.abs(Number(value)) <= Number.MAX_SAFE_INTEGER;
    const asNumber = isExact
      ? `write \`${value}\` without quotes`
      : 'a number of so many digits cannot be sent exactly';
    const hint = /^-?\d+(\.\d+)?$/.test(value) ? asNumber : undefined;
    return [finding('CS4004', place.value, `\`${name}\` takes a number, not text`, { hint })];
  }
  if (/^\{\{[^{}]*\}\}$/.test(value)) return [];
  const message = `\`${name}\` takes a number, so its template must be a single output with no other text`;
  const hint = 'such as "{{ recipient.template_id }}"';
  return [finding('CS4004', place.value, message, { hint })];
}

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
    const { text } = written;
    const isTwin = (other: Step): boolean =>
      other.uses === step.uses &&
      !isSubstitute(other) &&
      other.forEach?.audience === step.forEach?.audience &&
      writtenName(other)?.text === text;
    const twin = campaign.steps.slice(0, index).find(isTwin);
    if (twin === undefined) return [];
    return [sameNameFinding(tree, written, step, twin)];
  });

export function sameNameFinding(
  tree: YamlTree,
  { name, takenStatus }: WrittenName,
  step: Step,
  twin: Step,
): Diagnostic {
  const message = `\`${step.id}\` and \`${twin.id}\` have the same \`${name}\`: the service accepts it once and returns ${takenStatus} for the second`;
  const hint = `use another one, or leave \`${name}\` out`;
  const related = [{ message: 'the other one', span: valueSpan(tree, ['steps', twin.id, 'with', name]) }];
  return finding('CS4001', valueSpan(tree, ['steps', step.id, 'with', name]), message, { hint, related });
}

export function isSubstitute({ runs, forEach }: Step): boolean {
  return runs === 'on-failure' || forEach?.onlyIf !== undefined;
}

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
    return [warning('CS3027', span, message, hint, related)];
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
