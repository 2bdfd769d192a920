import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { isTemplate } from '../template.ts';
import { keySpan, type Path, placeAt, valueSpan, type YamlTree } from '../yaml-tree.ts';
import { type CampaignRule, finding, warning } from './rule.ts';

/** What is declared is used: otherwise a name is likely misspelt where it was to be used. */
export const nothingIsUnused: CampaignRule = ({ campaign, tree, templates }) => {
  const read = new Set(templates.flatMap((template) => template.references.map(({ path }) => `${path[0]}.${path[1]}`)));
  // What a broken template reads is not known.
  if (templates.some((template) => template.problems.length > 0)) return [];
  const audiences = new Set(campaign.steps.map((step) => step.forEach?.audience));
  const unused = (path: Path, what: string): Diagnostic =>
    warning('CS3017', keySpan(tree, path), `${what} \`${path.at(-1)}\` is never used`);
  return [
    ...campaign.audiences
      .filter(({ name }) => !audiences.has(name))
      .map(({ name }) => unused(['audiences', name], 'The audience')),
    ...Object.keys(campaign.vars)
      .filter((name) => !read.has(`vars.${name}`))
      .map((name) => unused(['vars', name], 'The variable')),
    ...campaign.inputs
      .filter(({ name }) => !read.has(`inputs.${name}`))
      .map(({ name }) => unused(['inputs', name], 'The input')),
    ...campaign.env.flatMap((name, index) =>
      read.has(`env.${name}`)
        ? []
        : [warning('CS3017', valueSpan(tree, ['env', index]), `The environment variable \`${name}\` is never used`)],
    ),
  ];
};

/** Settings that say something to nobody. */
export const everySettingCounts: CampaignRule = ({ input, campaign, tree }) =>
  campaign.steps.flatMap((step) => {
    const at = (key: string): Path => ['steps', step.id, key];
    const findings: Diagnostic[] = [];
    if (step.runs === 'on-failure' && step.needs.length === 0) {
      findings.push(
        finding(
          'CS3023',
          valueSpan(tree, at('runs')),
          `\`${step.id}\` runs on failure, and needs nothing that could fail`,
          { hint: 'name with `needs` what is watched' },
        ),
      );
    }
    if (step.everyMs !== undefined && step.expect.length === 0) {
      findings.push(
        warning(
          'CS3024',
          keySpan(tree, at('every')),
          '`every` has no effect without `expect`: there is nothing to wait for',
        ),
      );
    } else if (step.everyMs !== undefined && step.until === undefined && campaign.ends === undefined) {
      findings.push(
        warning(
          'CS5011',
          keySpan(tree, at('every')),
          `\`${step.id}\` is asked again without end`,
          'say `until`, or give the campaign an `ends`',
        ),
      );
    }
    if (step.forEach === undefined && step.rate !== undefined) {
      findings.push(warning('CS3024', keySpan(tree, at('rate')), `\`rate\` has no effect: \`${step.id}\` runs once`));
    }
    const own = input.steps[step.id] as { delay?: string } | undefined;
    if (own?.delay !== undefined && step.needs.length === 0) {
      findings.push(
        warning(
          'CS3024',
          keySpan(tree, at('delay')),
          `\`delay\` has no effect: \`${step.id}\` needs nothing`,
          'use `at` for a fixed time',
        ),
      );
    }
    return findings;
  });

/** An input's default is of the input's type. */
export const defaultsFitTheirType: CampaignRule = ({ campaign, tree }) =>
  campaign.inputs.flatMap((input) => {
    const given = input.default;
    if (given === undefined || typeof given === input.type) return [];
    const span = valueSpan(tree, ['inputs', input.name, 'default']);
    if (input.type === 'boolean' && typeof given === 'string' && /^(yes|no|on|off)$/i.test(given)) {
      const hint = `write \`${/^(yes|on)$/i.test(given)}\``;
      return [finding('CS1012', span, `\`${given}\` is a word in YAML 1.2, not true or false`, { hint })];
    }
    const wanted = { string: 'text', number: 'a number', boolean: 'true or false' }[input.type];
    const hint = input.type === 'string' ? `put it in quotes: "${String(given)}"` : undefined;
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
      const message =
        step.was === step.id
          ? `\`${step.id}\` was always called so`
          : `\`${step.was}\` is a step of its own: \`${step.id}\` cannot have been it`;
      return [finding('CS3021', span, message, { hint: 'remove `was`, or the step of that name' })];
    }
    if (other === undefined) return [];
    return [finding('CS3021', span, `\`${other}\` was \`${step.was}\` already: both cannot have been it`)];
  });
};

/** Templates stand under `with` and `account` only; elsewhere their braces would be taken as they are. */
export const templatesStandWhereTheyWork: CampaignRule = ({ tree }) => {
  const findings: Diagnostic[] = [];
  const visit = (value: unknown, path: Path): void => {
    if (path[0] === 'account' || (path[0] === 'steps' && path[2] === 'with') || String(path.at(-1)).startsWith('x-'))
      return;
    if (typeof value === 'string' && isTemplate(value) && path.at(-1) !== 'description') {
      findings.push(
        finding(
          'CS3020',
          valueSpan(tree, path),
          `No template is filled in here: \`${path.at(-1)}\` is taken as it stands`,
          { hint: 'templates work under `with` and `account`' },
        ),
      );
    }
    if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) visit(item, [...path, Array.isArray(value) ? Number(key) : key]);
  };
  visit(tree.value, []);
  return findings;
};

/** `text: Sale #1 today` is cut at the `#`. Comments that stand off by two blanks, or at a line of their own, are meant. */
export const textIsNotCutOff: CampaignRule = ({ tree }) => {
  const findings: Diagnostic[] = [];
  const visit = (value: unknown, path: Path): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) visit(item, [...path, Array.isArray(value) ? Number(key) : key]);
    } else if (typeof value === 'string') findings.push(...cutFindings(tree, path));
  };
  visit(tree.value, []);
  return findings;
};

function cutFindings(tree: YamlTree, path: Path): Diagnostic[] {
  const { style, comment, value } = placeAt(tree, path);
  if (style !== 'plain' || comment === undefined) return [];
  const after = value.file.text.slice(value.end, value.end + 3);
  // `#1`, `#spring`: no blank after the sign, and one alone before it.
  if (!/^ #\S/.test(after)) return [];
  const span = { ...value, start: value.end + 1, end: value.end + 2 };
  return [
    warning(
      'CS1011',
      span,
      'This `#` starts a comment: the text ends before it',
      'put the text in quotes, or a blank after the `#` if it is a comment',
    ),
  ];
}
