import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { spanInText } from '../template/step-templates.ts';
import { type Path, placeAt, type YamlTree } from '../yaml/yaml-tree.ts';
import { type CampaignRule, warning } from './rule.ts';

/** `{recipient.name}`, `${recipient.name}`, `{ { vars.sign } }`: people would read the braces. */
export const bracesAreTemplates: CampaignRule = ({ campaign, tree }) =>
  [
    { value: campaign.account, path: ['account'] },
    ...campaign.steps.map((step) => ({ value: step.with, path: ['steps', step.id, 'with'] })),
  ].flatMap(({ value, path }) => inValue(tree, value, path));

function inValue(tree: YamlTree, value: unknown, path: Path): Diagnostic[] {
  if (typeof value === 'string') return inText(tree, value, path);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    inValue(tree, item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

const template = /\{\{[^]*?\}\}|\{%[^]*?%\}/g;
const nearly =
  /(?:\$?(?<!\{)\{(?:\s+\{)?|%|\[\[?|<)\s*((?:recipient|vars|inputs|env|steps|run|campaign)(?:\.[A-Za-z_][\w-]*)+)\s*(?:\}?\s*\}|%|\]\]?|>)/g;

function inText(tree: YamlTree, text: string, path: Path): Diagnostic[] {
  if (!/[{%[<]\s*[a-z]/.test(text)) return [];
  const rest = text.replace(template, (whole) => ' '.repeat(whole.length));
  return [...rest.matchAll(nearly)].map(({ 0: written, 1: variable, index }) => {
    const span = spanInText(tree, path, text, { start: index, end: index + written.length });
    const inQuotes = placeAt(tree, path).style === 'plain' && index === 0 ? ', in quotes' : '';
    return warning(
      'CS3026',
      span,
      `\`${written}\` is not a template, and would be sent unchanged`,
      `write \`{{ ${variable} }}\`${inQuotes}`,
    );
  });
}
