import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { Span } from '../../diagnostic/source-file.ts';
import type { Step } from '../campaign.ts';
import { isReservedVariable } from '../campaign-env.ts';
import { isFileField } from '../request/request.ts';
import { namesRead, textsIn } from '../template/step-templates.ts';
import { isTemplate } from '../template/template.ts';
import { keySpan, type Path, placeAt, valueAt, valueSpan, type YamlTree } from '../yaml/yaml-tree.ts';
import { isNeeded } from './needs.ts';
import { type CampaignRule, finding, type RuleInput, warning } from './rule.ts';

/** Every declared name is used: one that is not is often misspelt where it should be used. */
export const nothingIsUnused: CampaignRule = (about) => {
  const { campaign, tree, templates } = about;
  const references = templates.flatMap((template) => template.references);
  // It is unknown what a broken template or an unreadable entry reads.
  if (tree.unreadableEntries.length > 0 || templates.some((template) => template.problems.length > 0)) return [];
  if (campaign.steps.length === 0) return [];
  const isMentioned = leftOut(about);
  const audiences = campaign.steps.flatMap((step) => step.forEach?.audience ?? []);
  const unused = (what: string, names: readonly string[], at: (name: string) => Span, used: readonly string[]) =>
    // A misspelt name elsewhere is reported there; it may mean this one.
    used.some((name) => !names.includes(name))
      ? []
      : names
          .filter((name) => !used.includes(name) && !isMentioned(name))
          .map((name) => warning('CS3017', at(name), `The ${what} \`${name}\` is never used`));
  const keyIn = (root: string) => (name: string) => keySpan(tree, [root, name]);
  const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
  const variables = campaign.env.filter((name) => !isReservedVariable(name));
  const inEnv = (name: string) => valueSpan(tree, ['env', campaign.env.indexOf(name)]);
  return [
    ...unused('audience', namesOf(campaign.audiences), keyIn('audiences'), audiences),
    ...unused('variable', Object.keys(campaign.vars), keyIn('vars'), namesRead('vars', references)),
    ...unused('input', namesOf(campaign.inputs), keyIn('inputs'), namesRead('inputs', references)),
    ...unused('environment variable', variables, inEnv, namesRead('env', references)),
  ];
};

/** A value with a schema error was left out of the campaign, but may use a name. */
function leftOut({ input, tree }: RuleInput): (name: string) => boolean {
  if (input === tree.value) return () => false;
  const others = Object.entries(tree.value).filter(([key]) => !['audiences', 'vars', 'inputs', 'env'].includes(key));
  const words = new Set(JSON.stringify(others).match(/[\w-]+/g));
  return (name) => words.has(name);
}

/** Settings that have no effect. */
export const everySettingCounts: CampaignRule = ({ input, campaign, steps, tree }) =>
  campaign.steps.flatMap((step) => {
    const at = (key: string): Path => ['steps', step.id, key];
    const findings: Diagnostic[] = [];
    if (step.runs === 'on-failure' && !watchesSomething(steps, step)) {
      const message = `\`${step.id}\` runs on failure, but no other step could fail before it`;
      findings.push(finding('CS3023', valueSpan(tree, at('runs')), message, { hint: 'remove `runs`' }));
    }
    if (step.everyMs !== undefined && step.expect.length === 0) {
      findings.push(warning('CS3024', keySpan(tree, at('every')), '`every` has no effect without `expect`'));
    } else if (step.everyMs !== undefined && step.until === undefined && campaign.ends === undefined) {
      const hint = 'set `until`, or give the campaign an `ends`';
      findings.push(warning('CS5011', keySpan(tree, at('every')), `\`${step.id}\` repeats with no end`, hint));
    }
    if (step.forEach === undefined && step.rate !== undefined) {
      findings.push(warning('CS3024', keySpan(tree, at('rate')), `\`rate\` has no effect: \`${step.id}\` runs once`));
    }
    const own = input.steps[step.id] as { delay?: string } | undefined;
    // One that needs nothing counts from `starts`; one that runs on failure or always waits for all the others.
    const countsFrom = step.needs.length > 0 || step.runs !== 'on-success' || campaign.starts !== undefined;
    if (own?.delay !== undefined && !countsFrom) {
      const message = `\`delay\` has no effect: \`${step.id}\` needs nothing`;
      findings.push(warning('CS3024', keySpan(tree, at('delay')), message, 'use `at` for a fixed time'));
    }
    return findings;
  });

/** Without `needs` a step watches all steps that do not wait for it, except those that watch all others, too. */
function watchesSomething(steps: RuleInput['steps'], step: Step): boolean {
  if (step.needs.length > 0) return true;
  const isLast = ({ runs, needs }: Step): boolean => runs !== 'on-success' && needs.length === 0;
  return [...steps.values()].some((other) => !isLast(other) && !isNeeded(steps, other.id, step.id));
}

/** An input's default is of the input's type. */
export const defaultsFitTheirType: CampaignRule = ({ campaign, tree }) =>
  campaign.inputs.flatMap((input) => {
    // As YAML reads it: a number that templates print as it is written is still a number.
    const given = input.default === undefined ? undefined : valueAt(tree.value, ['inputs', input.name, 'default']);
    if (given === undefined || typeof given === input.type) return [];
    const span = valueSpan(tree, ['inputs', input.name, 'default']);
    if (input.type === 'boolean' && typeof given === 'string' && /^(yes|no|on|off)$/i.test(given)) {
      const hint = `write \`${/^(yes|on)$/i.test(given)}\``;
      return [finding('CS1012', span, `\`${given}\` is text in YAML 1.2, not true or false`, { hint })];
    }
    const wanted = { string: 'text', number: 'a number', boolean: 'true or false' }[input.type];
    const hint = input.type === 'string' ? `put it in quotes: "${String(input.default)}"` : undefined;
    return [finding('CS2003', span, `The default of \`${input.name}\` must be ${wanted}`, { hint })];
  });

/** `was` is a name that no other step has or had. */
export const renamesAreUnique: CampaignRule = ({ campaign, tree, stepNames }) => {
  const claimed = new Map<string, string>();
  return campaign.steps.flatMap((step) => {
    if (step.was === undefined) return [];
    const span = valueSpan(tree, ['steps', step.id, 'was']);
    const other = claimed.get(step.was);
    claimed.set(step.was, step.id);
    if (stepNames.has(step.was)) {
      if (step.was === step.id)
        return [finding('CS3021', span, `\`${step.id}\` already has this name`, { hint: 'remove `was`' })];
      const message = `\`${step.was}\` is another step of this campaign, so it cannot be the former name of \`${step.id}\``;
      const hint = `give the new step another name; or run once with the rename alone, and only then remove \`was\` and add the new step: until then, what was sent as \`${step.was}\` would be sent again without \`was\``;
      return [finding('CS3021', span, message, { hint })];
    }
    if (other === undefined) return [];
    return [finding('CS3021', span, `\`${step.was}\` is already the former name of \`${other}\``)];
  });
};

/** A file that is read for a request is checked, and held to the repository, before anything is sent: its name must be known then. */
export const filesAreNamed: CampaignRule = ({ campaign, tree }) =>
  campaign.steps.flatMap((step) =>
    Object.entries(step.with).flatMap(([field, path]) => {
      if (!isFileField(step, field) || typeof path !== 'string' || !isTemplate(path)) return [];
      const span = valueSpan(tree, ['steps', step.id, 'with', field]);
      const message = `\`${field}\` is the path of a file and cannot be a template`;
      const hint = 'write the path itself; every file is checked before anything is sent';
      return [finding('CS3020', span, message, { hint })];
    }),
  );

/** Templates work only under `with`, `account` and `params`; elsewhere their braces would be plain text. */
export const templatesAreWhereTheyWork: CampaignRule = ({ input, tree }) => {
  const findings: Diagnostic[] = [];
  const visit = (value: unknown, path: Path, known: unknown): void => {
    // Below a key that the language does not have, the key is the mistake.
    if (typeof value === 'object' && value !== null && known === undefined) return;
    const isRendered =
      path[0] === 'account' ||
      (path[0] === 'steps' && path[2] === 'with') ||
      (path[0] === 'audiences' && path[2] === 'params');
    if (isRendered || String(path.at(-1)).startsWith('x-')) return;
    if (typeof value === 'string' && isTemplate(value) && path.at(-1) !== 'description') {
      const message = `\`${path.at(-1)}\` cannot be a template; its text would be used unchanged`;
      const hint = 'templates work under `with`, `account` and `params`';
      findings.push(finding('CS3020', valueSpan(tree, path), message, { hint }));
    }
    if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value))
        visit(item, [...path, Array.isArray(value) ? Number(key) : key], (known as Record<string, unknown>)[key]);
  };
  visit(tree.value, [], input);
  return findings;
};

/** `text: Sale #1 today` is cut at the `#`. A comment after two blanks, or on its own line, is intended. */
export const textIsNotCutOff: CampaignRule = ({ tree }) =>
  textsIn(tree.value, []).flatMap(({ path }) => cutFindings(tree, path));

function cutFindings(tree: YamlTree, path: Path): Diagnostic[] {
  const { style, comment, value } = placeAt(tree, path);
  if (style !== 'plain' || comment === undefined) return [];
  const after = value.file.text.slice(value.end, value.end + 3);
  // `#1`, `#spring`: no blank after the sign, and one alone before it.
  if (!/^ #\S/.test(after)) return [];
  const span = { ...value, start: value.end + 1, end: value.end + 2 };
  const message = 'This `#` starts a comment and cuts off the text';
  const hint = 'put the text in quotes, or a space after the `#` if it is a comment';
  return [warning('CS1011', span, message, hint)];
}
