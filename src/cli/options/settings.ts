import { readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Environment } from '../../campaign/campaign-env.ts';
import { normalBaseUrl } from '../../job/service-address.ts';
import { whyUnreadable } from '../../platform/node-files.ts';
import type { Host } from '../../platform/ports.ts';
import { checkBaseUrl } from '../../service/contract/base-url.ts';

/** How to reach the service: from the environment or an env file, never from a campaign. */
export interface Settings {
  /** In its normal form: it names the service in the state file and in the rollback guard. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly env: Environment;
}

const names = {
  baseUrl: 'CALLSHEET_BASE_URL',
  apiKey: 'CALLSHEET_API_KEY',
  apiSecret: 'CALLSHEET_API_SECRET',
} as const;

const storeName = 'CALLSHEET_STORE';

export interface EnvironmentOptions {
  /** `NAME=value` lines, for what the environment itself does not say. */
  readonly envFile?: string | undefined;
}

const envFileMostBytes = 1_000_000;

/** The environment with the env file's lines beneath it: of settings and of templates. In words where the file cannot be read. */
export function readEnvironment({ envFile }: EnvironmentOptions, { env }: Pick<Host, 'env'>): Environment | string {
  if (envFile === undefined) return env;
  try {
    const unreadable = whyUnreadable(statSync(envFile), envFileMostBytes);
    if (unreadable !== undefined) return `--env-file ${envFile} ${unreadable.words}.`;
    const text = readFileSync(envFile, 'utf8');
    const line = malformedLine(text);
    if (line !== undefined) return `--env-file ${envFile}: line ${line} is not NAME=value.`;
    return { ...parseEnv(text), ...env };
  } catch (error) {
    return `--env-file ${envFile} cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

/** The secret of the project's contact ledger, where the environment has it in place of the key file. */
export function pepperOf(options: EnvironmentOptions, host: Pick<Host, 'env'>): string | undefined {
  const env = readEnvironment(options, host);
  const given = (typeof env === 'string' ? host.env : env)['CALLSHEET_CONTACTS_PEPPER'];
  return given === '' ? undefined : given;
}

/** The first line that `parseEnv` would ignore, which it does without a word; never its text, which may be a secret. */
function malformedLine(text: string): number | undefined {
  const withoutQuoted = text.replace(/(?<==[^\S\n]*)(["'`])[^]*?\1/g, (quoted) => quoted.replace(/[^\n]+/g, ''));
  const isLine = (line: string): boolean => /^\s*(#.*|(export\s+)?[\w.-]+\s*=.*)?$/.test(line);
  const index = withoutQuoted
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .findIndex((line) => !isLine(line));
  return index < 0 ? undefined : index + 1;
}

/** URL of the shared ledger; undefined where the state is kept in a file. Sandbox runs may be thrown away, and stay in a file. */
export function storeOf(
  options: EnvironmentOptions & { readonly sandbox?: boolean; readonly store?: string },
  host: Pick<Host, 'env'>,
): string | undefined {
  const { sandbox, store } = options;
  const env = readEnvironment(options, host);
  // What is wrong with an env file is said by who reads settings from it.
  const url = store ?? (typeof env === 'string' ? host.env : env)[storeName]?.trim() ?? '';
  return sandbox === true || url === '' ? undefined : url;
}

/** Base URL of the service in its normal form; empty where it is not set. */
export function serviceOf(env: Environment): string {
  return normalBaseUrl(env[names.baseUrl]?.trim() ?? '');
}

/** With `sandbox` only the environment is read: the embedded service has its own keys. */
export function readSettings(
  options: EnvironmentOptions & { readonly sandbox: boolean },
  host: Host,
): Settings | { readonly fault: string } {
  const env = readEnvironment(options, host);
  if (typeof env === 'string') return { fault: env };
  const value = (name: string): string => env[name]?.trim() ?? '';
  const settings = {
    baseUrl: serviceOf(env),
    apiKey: value(names.apiKey),
    apiSecret: value(names.apiSecret),
    env,
  };
  if (options.sandbox) return settings;
  const missing = Object.values(names).filter((name) => value(name) === '');
  if (missing.length > 0) {
    return {
      fault: `No service configured: set ${new Intl.ListFormat('en-GB').format(missing)} in the environment or with --env-file FILE. Without a service, \`callsheet run FILE --sandbox\` tries a campaign on the embedded one.`,
    };
  }
  const fault = checkBaseUrl(value(names.baseUrl));
  return fault === undefined ? settings : { fault: `${names.baseUrl}: ${fault}` };
}
