import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { finding, type RuleInput } from './rules/rule.ts';

/** Environment variables that the templates cannot do without and that are not set here: once each. */
export function unsetVariables(
  about: RuleInput,
  request: { readonly env: Readonly<Record<string, string | undefined>>; readonly unsetEnv?: 'warning' | 'error' },
): Diagnostic[] {
  const told = new Set<string>();
  return about.templates
    .flatMap((template) => template.references)
    .flatMap(({ path: [root, name], guarded, span }) => {
      if (root !== 'env' || name === undefined || guarded || told.has(name) || !about.campaign.env.includes(name))
        return [];
      if (request.env[name]) return [];
      told.add(name);
      const severity = request.unsetEnv ?? 'warning';
      return [
        finding('CS3014', span, `The environment variable ${name} is not set`, {
          severity,
          hint: 'set it, or put it into the file of `--env-file`',
        }),
      ];
    });
}
