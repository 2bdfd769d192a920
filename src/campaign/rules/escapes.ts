import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { hasHalfCharacter } from '../../diagnostic/half-character.ts';
import { isFileField } from '../request/request.ts';
import { type PlacedText, spanInText, textsIn } from '../template/step-templates.ts';
import { outsideTemplates, templatesIn } from '../template/template.ts';
import { placeAt, type YamlTree } from '../yaml/yaml-tree.ts';
import { type CampaignRule, finding, warning } from './rule.ts';

/** `'Hello,\nsee you'`: only double quotes make a new line of `\n`; in other texts people read the backslash. */
export const escapesAreInDoubleQuotes: CampaignRule = ({ campaign, tree }) =>
  [
    { value: campaign.account, path: ['account'] },
    { value: campaign.vars, path: ['vars'] },
    ...campaign.inputs.map((input) => ({ value: input.default, path: ['inputs', input.name, 'default'] })),
    ...campaign.steps.flatMap((step) =>
      Object.entries(step.with)
        .filter(([field]) => !isFileField(step, field))
        .map(([field, value]) => ({ value, path: ['steps', step.id, 'with', field] })),
    ),
  ].flatMap(({ value, path }) => textsIn(value, path).flatMap((one) => inText(tree, one)));

/** The first escape in a text. */
export function escapeIn(text: string): { readonly written: string; readonly index: number } | undefined {
  const found = escape.exec(text);
  return found === null ? undefined : { written: found[0], index: found.index };
}

const escape = /\\(?:[nrt]|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|x[0-9A-Fa-f]{2})/;

function inText(tree: YamlTree, { text, path }: PlacedText): Diagnostic[] {
  if (!text.includes('\\')) return [];
  const half = templatesIn(text).find(({ written }) => hasHalfCharacter(written));
  if (half !== undefined) {
    const span = spanInText(tree, path, text, { start: half.index, end: half.index + half.written.length });
    const hint = 'write the character itself';
    return [finding('CS3010', span, 'An escape in this template is half of a character', { hint })];
  }
  const { style, value } = placeAt(tree, path);
  // In double quotes, `\\n` is meant.
  if (style === undefined || (style === 'quoted' && value.file.text[value.start] === '"')) return [];
  // In a template, Liquid reads the escapes in its own quotes.
  const found = escapeIn(outsideTemplates(text));
  if (found === undefined) return [];
  const { written, index } = found;
  const where = style === 'quoted' ? 'in single quotes' : style === 'plain' ? 'without quotes' : 'in a block of text';
  const message = `\`${written}\` ${where} is sent as it is, backslash and all`;
  const hint =
    style === 'block'
      ? 'write the character itself'
      : 'put the text in double quotes, or write it as a block after `|`';
  return [
    warning('CS1020', spanInText(tree, path, text, { start: index, end: index + written.length }), message, hint),
  ];
}
