import { numberAsWritten } from '../audience/number-as-written.ts';
import type { Scalar } from '../audience/scalar.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { suggestion } from '../diagnostic/did-you-mean.ts';
import type { Campaign, Input } from './campaign.ts';
import { finding } from './rules/rule.ts';
import { keySpan, type YamlTree } from './yaml/yaml-tree.ts';

/** `--input` values of the types that the campaign declares, with defaults for those that are not given. */
export function resolveInputs(
  campaign: Campaign,
  tree: YamlTree,
  given: Readonly<Record<string, string>>,
): { readonly values: Readonly<Record<string, Scalar>>; readonly diagnostics: readonly Diagnostic[] } {
  const values: Record<string, Scalar> = {};
  const diagnostics: Diagnostic[] = [];
  for (const input of campaign.inputs) {
    const text = Object.hasOwn(given, input.name) ? given[input.name] : undefined;
    const value = text === undefined ? input.default : convert(text, input.type);
    if (value !== undefined) values[input.name] = value;
    else diagnostics.push(unresolved(input, text, tree));
  }
  const names = campaign.inputs.map((input) => input.name);
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue;
    const hint = names.length === 0 ? 'declare it under `inputs`' : suggestion(name, names);
    diagnostics.push(
      finding('CS3015', keySpan(tree, ['inputs']), `\`--input ${name}=…\`: the campaign has no such input`, { hint }),
    );
  }
  return { values, diagnostics };
}

function convert(text: string, type: Input['type']): Scalar | undefined {
  switch (type) {
    case 'string':
      return text;
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text) ? numberAsWritten(text) : undefined;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    default:
      return type satisfies never;
  }
}

function unresolved(input: Input, text: string | undefined, tree: YamlTree): Diagnostic {
  const span = keySpan(tree, ['inputs', input.name]);
  if (text !== undefined) {
    const wanted = input.type === 'number' ? 'a number' : '`true` or `false`';
    return finding('CS3015', span, `The input \`${input.name}\` must be ${wanted}, not \`${text.slice(0, 40)}\``);
  }
  const about = input.description === undefined ? '' : ` (${input.description})`;
  return finding('CS3015', span, `The input \`${input.name}\`${about} is not given and has no default`, {
    hint: `pass \`--input ${input.name}=…\`, or add a \`default\``,
  });
}
