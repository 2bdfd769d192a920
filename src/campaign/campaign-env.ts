import type { Campaign } from './campaign.ts';

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
