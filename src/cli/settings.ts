import { readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { whyUnreadable } from '../platform/node-files.ts';
import type { Host } from '../platform/ports.ts';
import { checkBaseUrl } from '../service/base-url.ts';

/** How to reach the service: from the environment or an env file, never from a campaign. */
export interface Settings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** The environment with the env file's lines beneath it. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

const names = {
  baseUrl: 'CALLSHEET_BASE_URL',
  apiKey: 'CALLSHEET_API_KEY',
  apiSecret: 'CALLSHEET_API_SECRET',
} as const;

/** With `sandbox` only the environment is read: the embedded service has its own keys. */
export function readSettings(
  options: { readonly sandbox: boolean; readonly envFile?: string },
  host: Host,
): Settings | { readonly fault: string } {
  const fromFile = options.envFile === undefined ? {} : readEnvFile(options.envFile);
  if (typeof fromFile === 'string') return { fault: fromFile };
  const env = { ...fromFile, ...host.env };
  const value = (name: string): string => env[name]?.trim() ?? '';
  const settings = {
    baseUrl: value(names.baseUrl),
    apiKey: value(names.apiKey),
    apiSecret: value(names.apiSecret),
    env,
  };
  if (options.sandbox) return settings;
  const missing = Object.values(names).filter((name) => value(name) === '');
  if (missing.length > 0) {
    return {
      fault: `No service to talk to: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set. Set them in the environment or with --env-file FILE, or use --sandbox to try the campaign on the embedded service. Nothing was sent.`,
    };
  }
  const fault = checkBaseUrl(settings.baseUrl);
  return fault === undefined ? settings : { fault: `${names.baseUrl}: ${fault}` };
}

const envFileMostBytes = 1_000_000;

function readEnvFile(path: string): Record<string, string | undefined> | string {
  try {
    const unreadable = whyUnreadable(statSync(path), envFileMostBytes);
    if (unreadable !== undefined) return `--env-file ${path} ${unreadable.words}`;
    return { ...parseEnv(readFileSync(path, 'utf8')) };
  } catch (error) {
    return `--env-file ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}
