import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { Campaign } from './campaign.ts';
import type { RenderContext } from './request/rendering.ts';
import { type CampaignRule, finding, type RuleInput } from './rules/rule.ts';
import { templatesIn } from './template/template.ts';
import { valueSpan } from './yaml/yaml-tree.ts';

/** Values by name, as they are in the environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Callsheet's own settings, including the account's secret. Windows ignores the case of names. */
export function isReservedVariable(name: string): boolean {
  return /^callsheet_/i.test(name);
}

/**
 * The part of the environment that the templates of a campaign can read: the variables that it declares and that are set. A blank value
 * counts as not set: it would leave a blank in every text.
 */
export function campaignEnv(
  { env }: Pick<Campaign, 'env'>,
  environment: Environment,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    env.flatMap((name) => {
      const value = isReservedVariable(name) ? undefined : environment[name];
      return value === undefined || value.trim() === '' ? [] : [[name, value]];
    }),
  );
}

/** Environment variables that the templates need and that are not set here, once each. */
export function unsetVariables(
  { campaign, templates }: RuleInput,
  env: Environment,
  severity: 'warning' | 'error' = 'warning',
): Diagnostic[] {
  const reported = new Set<string>();
  return templates
    .flatMap((template) => template.references)
    .flatMap(({ path: [root, name], guarded, span }) => {
      if (root !== 'env' || name === undefined || guarded || reported.has(name)) return [];
      if (!campaign.env.includes(name) || isReservedVariable(name) || env[name] !== undefined) return [];
      reported.add(name);
      return [unsetVariable(name, span, severity)];
    });
}

export function unsetVariable(name: string, span: Diagnostic['span'], severity: 'warning' | 'error'): Diagnostic {
  return finding('CS3014', span, `The environment variable ${name} is not set`, {
    severity,
    hint: 'set it, or add it to the `--env-file`',
  });
}

/** `--input greeting='Hi {{ recipient.name }}'`: people would read the braces. One finding for each value. */
export function valuesHaveTemplates(
  { campaign, templates }: RuleInput,
  values: Pick<RenderContext, 'inputs' | 'env'>,
): Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const { path, span } of templates.flatMap((template) => template.references)) {
    const [root, name = ''] = path;
    const value = root === 'inputs' || root === 'env' ? values[root][name] : undefined;
    if (typeof value !== 'string' || templatesIn(value).length === 0) continue;
    // A default has a finding where it is written.
    if (root === 'inputs' && campaign.inputs.some((input) => input.name === name && input.default === value)) continue;
    const message = `The value of \`${root}.${name}\` has a template in it, which would be sent unchanged`;
    const hint = 'write the template in the campaign, and give only the part that differs';
    found.set(path.join('.'), found.get(path.join('.')) ?? finding('CS3020', span, message, { hint }));
  }
  return [...found.values()];
}

/** Callsheet's settings hold the account's secret, which a campaign could send to everybody. */
export const variablesAreNotSettings: CampaignRule = ({ campaign, tree }) =>
  campaign.env.flatMap((name, index) =>
    isReservedVariable(name) ? [reservedVariable(name, valueSpan(tree, ['env', index]))] : [],
  );

export function reservedVariable(name: string, span: Diagnostic['span']): Diagnostic {
  const isAccount = /^callsheet_(base_url|api_key|api_secret)$/i.test(name);
  return finding('CS3028', span, `\`${name}\` is a setting of Callsheet; campaigns cannot read it`, {
    hint: isAccount
      ? 'remove it: Callsheet signs every request itself'
      : 'use a variable whose name does not begin with `CALLSHEET_`',
  });
}
