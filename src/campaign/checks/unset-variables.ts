import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { type Environment, isReservedVariable } from '../campaign-env.ts';
import type { LoadRequest } from '../loaded-campaign.ts';
import { finding, type RuleInput } from '../rules/rule.ts';

/** Environment variables that the templates need and that are not set here, once each. */
export function unsetVariables(
  { campaign, templates }: RuleInput,
  env: Environment,
  { unsetEnv = 'warning' }: Pick<LoadRequest, 'unsetEnv'>,
): Diagnostic[] {
  const reported = new Set<string>();
  return templates
    .flatMap((template) => template.references)
    .flatMap(({ path: [root, name], guarded, span }) => {
      if (root !== 'env' || name === undefined || guarded || reported.has(name)) return [];
      if (!campaign.env.includes(name) || isReservedVariable(name) || env[name] !== undefined) return [];
      reported.add(name);
      return [unsetVariable(name, span, unsetEnv)];
    });
}

export function unsetVariable(name: string, span: Diagnostic['span'], severity: 'warning' | 'error'): Diagnostic {
  return finding('CS3014', span, `The environment variable ${name} is not set`, {
    severity,
    hint: 'set it, or add it to the `--env-file`',
  });
}
