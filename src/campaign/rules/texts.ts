import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { hasHalfCharacter } from '../../diagnostic/visible-text.ts';
import { garbledPart } from '../checks/garbled-part.ts';
import { isFileField } from '../request/request.ts';
import { type PlacedReference, type PlacedText, spanInText, textsIn } from '../template/step-templates.ts';
import { outsideTemplates, templatesIn } from '../template/template.ts';
import { keySpan, type Path, placeAt, valueAt, type YamlTree } from '../yaml/yaml-tree.ts';
import { type CampaignRule, finding, type RuleInput, warning } from './rule.ts';

/** Texts as people write them into the file: an escape that is sent as it is, and letters that a program has garbled. */
export const textsAreMeant: CampaignRule = ({ campaign, tree }) =>
  [
    { value: campaign.account, path: ['account'] },
    { value: campaign.vars, path: ['vars'] },
    ...campaign.inputs.map((input) => ({ value: input.default, path: ['inputs', input.name, 'default'] })),
    ...campaign.steps.flatMap((step) =>
      Object.entries(step.with)
        .filter(([field]) => !isFileField(step, field))
        .map(([field, value]) => ({ value, path: ['steps', step.id, 'with', field] })),
    ),
  ].flatMap(({ value, path }) =>
    textsIn(value, path).flatMap((one) => [...escapesIn(tree, one), ...garbledIn(tree, one)]),
  );

/** The first escape in a text. */
export function escapeIn(text: string): { readonly written: string; readonly index: number } | undefined {
  const found = escape.exec(text);
  return found === null ? undefined : { written: found[0], index: found.index };
}

const escape = /\\(?:[nrt]|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|x[0-9A-Fa-f]{2})/;

/** `'Hello,\nsee you'`: only double quotes make a new line of `\n`; in other texts people read the backslash. */
function escapesIn(tree: YamlTree, { text, path }: PlacedText): Diagnostic[] {
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

/** As in a list, `CafÃ©` is UTF-8 that was read in another encoding. */
function garbledIn(tree: YamlTree, { text, path }: PlacedText): Diagnostic[] {
  const outside = outsideTemplates(text);
  const part = garbledPart(outside);
  if (part === undefined) return [];
  const start = outside.indexOf(part);
  const span = spanInText(tree, path, text, { start, end: start + part.length });
  const hint = 'write the letters themselves, and save the file as UTF-8';
  return [warning('CS6042', span, `\`${part}\` is garbled text, and would be sent`, hint)];
}

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
