import { scryptSync } from 'node:crypto';

/** Names of variables, each with a digest of its value. One that is not set has none. */
export type VariableDigests = Readonly<Record<string, string>>;

/**
 * What a plan keeps of the environment that templates read: enough to tell another value. Other people read plans, and a value may be
 * short: each guess costs as long as this does, some 40 ms, and a table of guesses helps with one variable of one campaign only.
 */
export function variableDigests(campaign: string, env: Readonly<Record<string, string>>): VariableDigests {
  const digest = (name: string, value: string): string =>
    scryptSync(value, JSON.stringify(['callsheet variable', campaign, name]), digestBytes).toString('hex');
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, digest(name, value)]));
}

const digestBytes = 8;
