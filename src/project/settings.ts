import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Environment } from '../campaign/campaign-env.ts';
import { normalBaseUrl } from '../job/service-address.ts';
import { checkBaseUrl, proxyFault, proxyFor, proxyVariable } from '../service/contract/addresses.ts';
import type { Project } from './project.ts';

/** How to reach the service: from the environment or an env file, never from a campaign. */
export interface Settings {
  /** In its normal form: it names the service in the state file and in the rollback guard. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Through which the service is reached. */
  readonly proxy?: string | undefined;
}

const names = {
  baseUrl: 'CALLSHEET_BASE_URL',
  apiKey: 'CALLSHEET_API_KEY',
  apiSecret: 'CALLSHEET_API_SECRET',
} as const;

const settingNames: readonly string[] = Object.values(names);

/** Base URL of the service in its normal form; empty where it is not set. */
export function serviceOf(env: Environment): string {
  return normalBaseUrl(env[names.baseUrl]?.trim() ?? '');
}

/** In the sandbox nothing is missing: the embedded service has its own keys. */
export function readSettings(project: Project): Settings | { readonly fault: string } {
  const { env, sandbox } = project;
  const value = (name: string): string => env[name]?.trim() ?? '';
  const settings = { baseUrl: serviceOf(env), apiKey: value(names.apiKey), apiSecret: value(names.apiSecret) };
  const fault = project.fault ?? (sandbox ? undefined : settingsFault(project));
  if (fault !== undefined) return { fault };
  return sandbox ? settings : { ...settings, proxy: proxyFor(new URL(settings.baseUrl), env)?.href };
}

function settingsFault(project: Project): string | undefined {
  const { env, envFile, host } = project;
  const placeOf = (name: string): string => placeIn(project, name);
  const missing = settingNames.filter((name) => (env[name]?.trim() ?? '') === '');
  if (missing.length > 0) {
    const empty = missing.filter((name) => env[name] !== undefined);
    const notes = [
      ...empty.map((name) => ` ${name} is there, but empty, ${placeOf(name)}.`),
      ...missing.flatMap((name) =>
        similarTo(name, env).map((other) => ` Is ${other}, ${placeOf(other)}, meant for ${name}?`),
      ),
      envFile === undefined && existsSync(resolve(host.cwd, '.env'))
        ? ' This folder has a file `.env`: --env-file .env reads it.'
        : '',
    ];
    return `No service configured: set ${new Intl.ListFormat('en-GB').format(missing)} in the environment or with --env-file FILE.${notes.join('')} Without a service, \`callsheet run FILE --sandbox\` tries a campaign on the built-in sandbox.`;
  }
  for (const name of settingNames) {
    const text = env[name] ?? '';
    const fault = name === names.baseUrl ? checkBaseUrl(text.trim()) : keyFault(name, text);
    if (fault !== undefined) return `${name}, ${placeOf(name)}: ${fault}`;
  }
  const fault = proxyFault(env);
  return fault && `${proxyVariable}, ${placeOf(proxyVariable)}: ${fault}`;
}

/** Variables that are there under a name like this one, such as `callsheet_api_key` or `CALLSHEET_KEY`. */
function similarTo(name: string, env: Environment): readonly string[] {
  const letters = (text: string): string => text.toUpperCase().replace(/[^A-Z]|API|BASE/g, '');
  return Object.keys(env).filter((other) => other !== name && letters(other) === letters(name));
}

/** What is wrong with a key or a secret. Both go into the signature, and the key into a header, which takes no other characters. */
function keyFault(name: string, text: string): string | undefined {
  if (/^\s|\s$/.test(text))
    return 'It begins or ends with a blank or a line break: take that out. (`echo` adds a line break, `printf %s` does not.)';
  if (/^["'`].*["'`]$/s.test(text)) return 'The quotes around it are part of it: take them out.';
  if (/^(…|\.{3}|<.*>)$/.test(text))
    return 'This is still the placeholder of an example: put the real one in its place.';
  if (text.includes(' ')) return 'It contains a blank, but must be one word: copy it again.';
  const odd = (name === names.apiKey ? /[^!-~]/u : /[\p{C}\p{Z}]/u).exec(text)?.[0];
  const code = odd?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return code && `It has the character U+${code}, which does not belong there: copy it again.`;
}

/** Where somebody who wants to change a setting finds it. */
function placeIn({ envFile, host }: Project, name: string): string {
  const line = envFile?.lines.get(name);
  if (envFile === undefined || line === undefined) return 'in the environment';
  if (host.env[name] === undefined) return `in line ${line} of ${envFile.path}`;
  return `in the environment, which wins over line ${line} of ${envFile.path}`;
}
