import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { listed, suggestion } from '../../diagnostic/did-you-mean.ts';
import type { Step } from '../campaign.ts';
import { type RequestField, requestFields } from '../request/request-fields.ts';
import { isTemplate } from '../template/template.ts';
import { keySpan, type Path, placeAt, type YamlTree } from '../yaml/yaml-tree.ts';
import { type CampaignRule, finding } from './rule.ts';

/** Every key under `with` is a field of the operation, in the service's spelling and with a possible type. */
export const requestFieldsExist: CampaignRule = ({ campaign, tree }) =>
  campaign.steps.flatMap((step) => fieldFindings(step, tree, step.with, requestFields(step.uses), []));

function fieldFindings(step: Step, tree: YamlTree, value: unknown, field: RequestField, path: Path): Diagnostic[] {
  if (Array.isArray(value)) {
    const { item } = field;
    return item === undefined
      ? []
      : value.flatMap((one, index) => fieldFindings(step, tree, one, item, [...path, index]));
  }
  if (typeof value !== 'object' || value === null) return kindFindings(step, tree, value, field, path);
  if (field.type !== 'Object' || (field.fields.size === 0 && path.length > 0)) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const below = field.fields.get(name);
    if (below !== undefined) return fieldFindings(step, tree, item, below, [...path, name]);
    const span = keySpan(tree, ['steps', step.id, 'with', ...path, name]);
    const where =
      path.length === 0
        ? `a \`${step.uses}\` request`
        : `\`${path.filter((key) => typeof key === 'string').join('.')}\``;
    const hint = suggestion(
      name,
      [...field.fields.keys()].filter((one) => !(one in value)),
    );
    return [
      finding('CS4003', span, `unknown field \`${name}\` in ${where}`, {
        hint: likely(hint) ?? partOf(field, name) ?? hint ?? (field.fields.size === 0 ? 'it has no fields' : undefined),
      }),
    ];
  });
}

function likely(hint: string | undefined): string | undefined {
  return hint?.startsWith('did you mean') ? hint : undefined;
}

/** A `body` beside `text` belongs inside it. */
function partOf({ fields }: RequestField, name: string): string | undefined {
  const wholes = [...fields].filter(([, one]) => one.fields.has(name)).map(([whole]) => whole);
  return wholes.length === 0 || wholes.length > 3 ? undefined : `it belongs in ${listed(wholes)}`;
}

function kindFindings(step: Step, tree: YamlTree, value: unknown, field: RequestField, path: Path): Diagnostic[] {
  const place = placeAt(tree, ['steps', step.id, 'with', ...path]);
  const name = String(path.findLast((key) => typeof key === 'string'));
  if (typeof value === 'number' && field.type === 'String') {
    const written = place.source ?? String(value);
    const read = written === String(value) ? 'a number' : `the number ${value}`;
    return [
      finding('CS1005', place.value, `YAML reads \`${written}\` as ${read}, but \`${name}\` takes text`, {
        hint: `put it in quotes: "${written}"`,
      }),
    ];
  }
  const numeric = field.type === 'Integer' || field.type === 'Long' || field.type === 'Double';
  if (typeof value !== 'string' || !numeric) return [];
  if (!isTemplate(value)) {
    const hint = /^-?\d+(\.\d+)?$/.test(value) ? `write \`${value}\` without quotes` : undefined;
    return [finding('CS4004', place.value, `\`${name}\` takes a number, not text`, { hint })];
  }
  if (/^\{\{[^{}]*\}\}$/.test(value)) return [];
  return [
    finding(
      'CS4004',
      place.value,
      `\`${name}\` takes a number, so its template must be a single output with no other text`,
      {
        hint: 'such as "{{ recipient.template_id }}"',
      },
    ),
  ];
}
