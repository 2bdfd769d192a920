import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { PlacedReference } from '../template/step-templates.ts';
import { keySpan, type Path, placeAt, valueAt, type YamlTree } from '../yaml/yaml-tree.ts';
import { type CampaignRule, finding } from './rule.ts';

/** A variable without a value would skip everybody, and one that YAML changes would be sent changed, or bound to a statement. */
export const varsHaveValues: CampaignRule = ({ campaign, tree, templates }) => [
  ...inValue(tree, valueAt(tree.value, ['vars']), ['vars']),
  ...templates.flatMap(({ references }) => references.flatMap((one) => changedWord(tree, one))),
  ...campaign.audiences.flatMap(({ name }) => {
    const path = ['audiences', name, 'params'];
    return inValue(tree, valueAt(tree.value, path), path);
  }),
  ...campaign.inputs.flatMap(({ name, type }) => {
    const path = ['inputs', name, 'default'];
    return type === 'string' ? [] : inValue(tree, valueAt(tree.value, path), path);
  }),
];

function inValue(tree: YamlTree, value: unknown, path: Path): Diagnostic[] {
  if (value === null && path.length > 1) {
    const message = `\`${path.at(-1)}\` is empty`;
    return [finding('CS2003', keySpan(tree, path), message, { hint: 'give it a value; for none, write `""`' })];
  }
  if (typeof value === 'number') return changedDigits(tree, value, path);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    inValue(tree, item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** `vars: { answer: TRUE }` would be printed as `true`. */
function changedWord(tree: YamlTree, { path, use }: PlacedReference): Diagnostic[] {
  const value = path[0] === 'vars' && use === 'printed' ? valueAt(tree.value, path) : undefined;
  const { source, value: span } = placeAt(tree, path);
  if (typeof value !== 'boolean' || source === undefined || source === String(value)) return [];
  const hint = `put it in quotes: "${source}"`;
  return [finding('CS1005', span, `YAML reads \`${source}\` as \`${value}\`, which would be sent`, { hint })];
}

function changedDigits(tree: YamlTree, value: number, path: Path): Diagnostic[] {
  const { source, value: span } = placeAt(tree, path);
  if (source === undefined || plainNumber.test(source)) return [];
  const hint =
    path[0] !== 'inputs' ? `put it in quotes: "${source}"` : `write \`${value}\`, or give the input \`type: string\``;
  return [finding('CS1005', span, `YAML reads \`${source}\` as the number ${value}`, { hint })];
}

/** A number that people write as a number; `0800`, `+234`, `0x1F` and `.inf` are something else, or a mistake. */
const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/;
