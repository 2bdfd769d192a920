import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { type PlacedText, spanInText, textsIn } from '../template/step-templates.ts';
import { outsideTemplates } from '../template/template.ts';
import { placeAt, type YamlTree } from '../yaml/yaml-tree.ts';
import { type CampaignRule, type RuleInput, warning } from './rule.ts';

/** Placeholders of other tools around the name of a column, such as `{name}`, `%FIRST_NAME%` and `[[name]]`: people would read them. */
export function columnPlaceholders(
  { campaign, tree }: RuleInput,
  audience: string,
  header: readonly string[],
): Diagnostic[] {
  const columns = new Map(header.map((column) => [wordOf(column), column]));
  return campaign.steps
    .filter((step) => step.forEach?.audience === audience)
    .flatMap((step) =>
      textsIn(step.with, ['steps', step.id, 'with']).flatMap((one) =>
        placeholdersIn(one.text).flatMap(({ written, name, index }) => {
          const column = columns.get(wordOf(name));
          return column === undefined ? [] : [notATemplate(tree, one, { written, index, meant: variableOf(column) })];
        }),
      ),
    );
}

/** `first_name`, `First Name` and `FIRSTNAME` are one column to people. */
function wordOf(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '');
}

export function variableOf(column: string): string {
  return /^[A-Za-z_][\w-]*$/.test(column) ? `recipient.${column}` : `recipient['${column}']`;
}

/** What mail, CRM and message services write around a name. */
const brackets: readonly (readonly [open: string, close: string])[] = [
  ['{', '}'],
  ['[', ']'],
  ['<', '>'],
  ['%', '%'],
  ['#', '#'],
];

function placeholdersIn(text: string): { readonly written: string; readonly name: string; readonly index: number }[] {
  const rest = outsideTemplates(text);
  return brackets.flatMap(([open, close]) => {
    const [first, last] = [escaped(open), escaped(close)];
    const placeholder = new RegExp(
      `[$#@]?(?:${first}){1,2}[!$]?\\s*([\\p{L}_][\\p{L}\\p{N} _-]{0,60}?)\\s*(?:${last}){1,2}`,
      'gu',
    );
    return [...rest.matchAll(placeholder)].map(({ 0: written, 1: name = '', index }) => ({ written, name, index }));
  });
}

function escaped(text: string): string {
  return text.replace(/[{}[\]]/g, '\\$&');
}

/** `{recipient.name}`, `${recipient.name}`, `{ { vars.sign } }`: people would read the braces. */
export const bracesAreTemplates: CampaignRule = ({ campaign, tree }) =>
  [
    { value: campaign.account, path: ['account'] },
    ...campaign.steps.map((step) => ({ value: step.with, path: ['steps', step.id, 'with'] })),
  ].flatMap(({ value, path }) =>
    textsIn(value, path).flatMap((one) => {
      if (!/[{%[<*]\|?\s*\w/.test(one.text)) return [];
      const rest = outsideTemplates(one.text);
      return [
        ...[...rest.matchAll(nearly)].map(({ 0: written, 1: meant = '', index }) => ({ written, index, meant })),
        ...[...rest.matchAll(ofNoColumn)].map(({ 0: written, index }) => ({
          written,
          index,
          meant: 'recipient.<column>',
        })),
      ].map((found) => notATemplate(tree, one, found));
    }),
  );

const nearly =
  /(?:\$?(?<!\{)\{(?:\s+\{)?|%|\[\[?|<)\s*((?:recipient|vars|inputs|env|steps|run|campaign)(?:\.[A-Za-z_][\w-]*)+)\s*(?:\}?\s*\}|%|\]\]?|>)/g;
/** `*|FNAME|*` and `{1}`: whatever the columns are called, nobody writes that to people. */
const ofNoColumn = /\*\|[\w:-]{1,60}\|\*|\{\d{1,2}\}/g;

function notATemplate(
  tree: YamlTree,
  { text, path }: PlacedText,
  { written, index, meant }: { readonly written: string; readonly index: number; readonly meant: string },
): Diagnostic {
  const span = spanInText(tree, path, text, { start: index, end: index + written.length });
  const inQuotes = placeAt(tree, path).style === 'plain' && index === 0 ? ', in quotes' : '';
  const message = `\`${written}\` is not a template, and would be sent unchanged`;
  const hint = `write \`{{ ${meant} }}\`${inQuotes}`;
  return warning('CS3026', span, message, hint);
}
