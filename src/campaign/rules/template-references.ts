import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { listed, type Suggestion, suggestion } from '../../diagnostic/did-you-mean.ts';
import { operations } from '../../service/operations/operations.ts';
import { isReservedVariable, reservedVariable } from '../campaign-env.ts';
import { templateFilters } from '../template/filters.ts';
import { templateTags } from '../template/liquid-engine.ts';
import type { PlacedReference, PlacedTemplate } from '../template/step-templates.ts';
import type { Path } from '../yaml/yaml-tree.ts';
import { isNeeded } from './needs.ts';
import { type CampaignRule, finding, isMisshapen, type RuleInput } from './rule.ts';

/** Templates that are not valid in the part of Liquid that campaigns support. */
export const templatesAreLiquid: CampaignRule = ({ templates }) =>
  templates.flatMap((template) =>
    template.problems.map(({ kind, message, word = '', suggested, span }) => {
      switch (kind) {
        case 'filter':
          return finding('CS3011', span, `There is no filter \`${word}\``, {
            hint: suggestion(word, templateFilters) ?? filterHint(word),
          });
        case 'tag':
          return finding('CS3012', span, `There is no tag \`${word}\``, {
            hint: `the tags are ${listed(templateTags, 'and')}; templates cannot read files or loop`,
          });
        case 'computed':
          return finding('CS3010', span, 'This template computes the name of a variable', {
            hint: 'write the name itself; every reference is checked before anything is sent',
          });
        case 'nothing':
          return finding('CS3033', span, `\`${message}\` reads nothing: everybody would get the same`, {
            hint: `for a column, write \`${suggested}\``,
          });
        case 'condition':
          return finding('CS3034', span, message, {
            hint:
              suggested === undefined ? 'write `{% if … %}`, the text, and `{% endif %}`' : `write \`${suggested}\``,
          });
        case 'limit':
          return finding('CS3022', span, `This template ${message}`);
        case 'syntax':
          return finding('CS3010', span, `This template is not valid Liquid: ${message}`, {
            hint: syntaxHint(template.text),
          });
        default:
          return kind satisfies never;
      }
    }),
  );

function syntaxHint(text: string): string | undefined {
  if (/\{\{[^{}]*\}(?!\})/.test(text)) return 'close it with `}}`';
  if (/\{%[^%]*<\s*>[^%]*%\}/.test(text)) return 'for values that differ, write `!=`';
  return /\{%[^%]*[^=!<>]=[^=][^%]*%\}/.test(text) ? 'to compare, write `==`' : undefined;
}

function filterHint(word: string): string {
  if (word === 'date') return 'templates cannot format dates; put the formatted date in a column, an input or `vars`';
  return 'the filters include `default`, `upcase`, `capitalize`, `truncate` and `round`; `callsheet explain CS3011` lists them all';
}

const roots = ['recipient', 'vars', 'inputs', 'env', 'run', 'campaign', 'steps'] as const;
const campaignFields = ['id', 'title', 'timezone'];

/** Every variable of every template exists when it is rendered. */
export const referencesResolve: CampaignRule = (about) =>
  about.templates.flatMap((template) => template.references.flatMap((reference) => check(about, template, reference)));

function check(about: RuleInput, template: PlacedTemplate, reference: PlacedReference): Diagnostic[] {
  const { path, span } = reference;
  const [root = '', name, ...rest] = path;
  if (dependsOn(template, path).some((one) => isMisshapen(about, one))) return [];
  const unknown = (message: string, hint?: string | Suggestion): Diagnostic[] => [
    finding('CS3008', span, message, { hint }),
  ];
  const known = (candidates: readonly string[], where: string): Diagnostic[] => {
    if (name === undefined)
      return unknown(`\`${root}\` is not a value; use one of its fields`, suggestion('', candidates));
    if (!candidates.includes(name))
      return unknown(
        `There is no \`${root}.${name}\``,
        about.suggest(name, candidates) ?? `declare it under \`${where}\``,
      );
    return rest.length > 0 ? unknown(`\`${root}.${name}\` has no \`${rest[0]}\``) : [];
  };
  switch (root as (typeof roots)[number]) {
    case 'recipient':
      return recipientFindings(template, reference);
    case 'vars':
      return varFindings(about, reference);
    case 'inputs':
      return known(
        about.campaign.inputs.map((input) => input.name),
        'inputs',
      );
    case 'env':
      return envFindings(about, reference);
    case 'run':
      // A snapshot is read for whichever runs come after it.
      if (template.path[0] === 'audiences')
        return unknown(
          'The list is read once for all runs, so there is no `run` here',
          'use an input: `{{ inputs.<name> }}`',
        );
      return known(['id'], 'run');
    case 'campaign':
      return known(campaignFields, 'campaign');
    case 'steps':
      return outputFindings(about, template, reference);
    default: {
      const first = firstWord(template, reference)?.path[1];
      if (first !== undefined) {
        const column = `${first} ${path.join('.')}`;
        return unknown(
          `The name of a column ends at the space: \`${column}\` is read as two names`,
          `write \`recipient['${column}']\``,
        );
      }
      const inRecipient =
        template.step?.forEach === undefined ? undefined : `for a column, write \`recipient.${root}\``;
      const suggested = suggestion(root, roots);
      return unknown(
        `There is no variable \`${root}\``,
        suggested?.kind === 'meant' ? suggested : (inRecipient ?? suggested),
      );
    }
  }
}

/** What of the file decides whether there is such a value. */
function dependsOn({ step }: PlacedTemplate, [root = '', name = '']: readonly string[]): readonly Path[] {
  const own = ['steps', step?.id ?? ''];
  if (root === 'vars' || root === 'inputs') return [[root, name]];
  if (root === 'env') return [['env']];
  if (root === 'recipient') return [[...own, 'forEach']];
  return root === 'steps'
    ? [
        [...own, 'forEach'],
        [...own, 'needs'],
        ['steps', name, 'forEach'],
      ]
    : [];
}

/** Of `recipient.First name`: the first word, given the second. */
export function firstWord({ references, text }: PlacedTemplate, word: PlacedReference): PlacedReference | undefined {
  return references.find(
    (one) => one.path[0] === 'recipient' && one.end < word.start && text.slice(one.end, word.start).trim() === '',
  );
}

function recipientFindings(template: PlacedTemplate, { path, span }: PlacedReference): Diagnostic[] {
  if (template.step?.forEach === undefined) {
    const where =
      template.step === undefined
        ? `${ownerOf(template)} is the same for all recipients`
        : `\`${template.step.id}\` runs once`;
    const message = `${where}, so there is no \`recipient\` here`;
    const hint = template.step === undefined ? undefined : 'add `forEach: <audience>`, or use `vars` or `inputs`';
    return [finding('CS3016', span, message, { hint })];
  }
  if (path.length === 2) return [];
  const isWhole = path.length === 1;
  const none = '`recipient` is not a value; use a column: `recipient.<column>`';
  return [finding('CS3008', span, isWhole ? none : `Columns have no fields: \`${path.join('.')}\``)];
}

/** Of a template outside the steps. */
function ownerOf({ path }: PlacedTemplate): string {
  return path[0] === 'account' ? 'The account' : 'The statement';
}

function varFindings({ campaign, suggest }: RuleInput, { path, span }: PlacedReference): Diagnostic[] {
  let value: unknown = campaign.vars;
  for (const [index, key] of path.entries()) {
    if (index === 0) continue;
    const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
    if (!keys.includes(key)) {
      const message = `There is no \`${path.slice(0, index + 1).join('.')}\``;
      const hint = suggest(key, keys) ?? (index === 1 ? 'declare it under `vars`' : undefined);
      return [finding('CS3008', span, message, { hint })];
    }
    value = (value as Record<string, unknown>)[key];
  }
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  const hint = isList ? 'write one text; templates do not repeat' : suggestion('', Object.keys(value));
  return [finding('CS3008', span, `\`${path.join('.')}\` is a ${isList ? 'list' : 'map'}, not a value`, { hint })];
}

function envFindings({ campaign, suggest }: RuleInput, { path, span }: PlacedReference): Diagnostic[] {
  const name = path[1];
  if (name === undefined || path.length > 2)
    return [finding('CS3008', span, 'Write an environment variable as `env.NAME`')];
  if (campaign.env.includes(name)) return [];
  if (isReservedVariable(name)) return [reservedVariable(name, span)];
  const meant = suggest(name, campaign.env);
  const hint = meant?.kind === 'meant' ? meant : `add it: \`env: [${[...campaign.env, name].join(', ')}]\``;
  return [finding('CS3013', span, `\`${name}\` is not listed under \`env\``, { hint })];
}

function outputFindings(
  { steps, stepNames, audienceNames, unreadableWords, suggest }: RuleInput,
  template: PlacedTemplate,
  { path, span }: PlacedReference,
): Diagnostic[] {
  const [, id, output, ...rest] = path;
  if (template.step === undefined) return [finding('CS3008', span, `${ownerOf(template)} cannot use outputs of steps`)];
  if (id !== undefined && unreadableWords.has(id) && !steps.has(id)) return [];
  if (id === undefined || !stepNames.has(id)) {
    const hint = suggest(
      id ?? '',
      [...stepNames].filter((name) => name !== template.step?.id),
    );
    const message = id === undefined ? 'Write an output as `steps.<step>.<output>`' : `There is no step \`${id}\``;
    return [finding('CS3008', span, message, { hint })];
  }
  const from = steps.get(id);
  if (from === undefined) return [];
  const related = [{ message: `\`${id}\` is here`, span: from.span }];
  const outputs = Object.keys(operations[from.uses].outputs);
  if (output === undefined || !outputs.includes(output) || rest.length > 0) {
    const known =
      outputs.length === 0
        ? `\`${from.uses}\` has no outputs`
        : `the outputs of \`${from.uses}\` are ${listed(outputs, 'and')}`;
    const meant = output === undefined ? undefined : suggestion(output, outputs);
    const message =
      output === undefined
        ? `\`steps.${id}\` is not a value`
        : `\`${id}\` has no output \`${[output, ...rest].join('.')}\``;
    return [finding('CS3007', span, message, { related, hint: meant?.kind === 'meant' ? meant : known })];
  }
  if (operations[from.uses].outputs[output]?.type === 'array') {
    const message = `\`${output}\` is a list, which cannot be used as text or a number`;
    const hint = 'use `total` for their number';
    return [finding('CS3007', span, message, { hint })];
  }
  const isKnown = [from, template.step].every(
    ({ forEach }) => forEach === undefined || audienceNames.has(forEach.audience),
  );
  if (isKnown && from.forEach !== undefined && from.forEach.audience !== template.step.forEach?.audience) {
    const message = `\`${id}\` has an output for each of \`${from.forEach.audience}\`, but \`${template.step.id}\` runs ${template.step.forEach === undefined ? 'once' : `for each of \`${template.step.forEach.audience}\``}`;
    return [finding('CS3007', span, message, { related })];
  }
  if (id !== template.step.id && isNeeded(steps, template.step.id, id)) return [];
  const message =
    id === template.step.id
      ? `\`${id}\` cannot use its own output`
      : `\`${template.step.id}\` uses an output of \`${id}\` but does not need \`${id}\``;
  const hint = id === template.step.id ? undefined : `add \`${id}\` to its \`needs\``;
  return [finding('CS3006', span, message, { related, hint })];
}
