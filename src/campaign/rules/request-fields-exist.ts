import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { listed, type Suggestion, suggestion } from '../../diagnostic/did-you-mean.ts';
import { isLongText } from '../../service/contract/request-json.ts';
import type { Step } from '../campaign.ts';
import { type RequestField, requestFields } from '../request/request-fields.ts';
import { isTemplate } from '../template/template.ts';
import { keySpan, type Path, placeAt, type YamlTree } from '../yaml/yaml-tree.ts';
import { type CampaignRule, finding } from './rule.ts';

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
