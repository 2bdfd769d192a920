import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Environment } from '../../campaign/campaign-env.ts';
import { decode } from '../../campaign/yaml/decode.ts';
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

const settingNames: readonly string[] = Object.values(names);

const storeName = 'CALLSHEET_STORE';

export interface EnvironmentOptions {
  /** `NAME=value` lines, for what the environment itself does not say. */
  readonly envFile?: string | undefined;
}

const envFileMostBytes = 1_000_000;

/** The environment with the env file's lines beneath it: of settings and of templates. In words where the file cannot be read. */
export function readEnvironment(
  options: EnvironmentOptions,
  { cwd, env }: Pick<Host, 'cwd' | 'env'>,
): Environment | string {
  if (options.envFile === undefined) return env;
  const file = openEnvFile(options.envFile, cwd);
  return 'fault' in file ? file.fault : { ...file.values, ...env };
}

function openEnvFile(path: string, cwd: string): EnvFile {
  const place = resolve(cwd, path);
  try {
    const unreadable = whyUnreadable(statSync(place), envFileMostBytes);
    if (unreadable !== undefined) return { fault: `--env-file ${path} ${unreadable.words}.` };
    const text = decode(readFileSync(place));
    if (text === undefined) return { fault: `--env-file ${path} is not UTF-8 text: save it as UTF-8.` };
    const file = readEnvFile(text);
    return 'fault' in file ? { fault: `--env-file ${path}, ${file.fault}` } : file;
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isAbsent) return { fault: `--env-file ${path}: there is no such file.` };
    return { fault: `--env-file ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.` };
  }
}

/** The secret of the project's contact ledger, where the environment has it in place of the key file. */
export function pepperOf(options: EnvironmentOptions, host: Pick<Host, 'cwd' | 'env'>): string | undefined {
  const env = readEnvironment(options, host);
  const given = (typeof env === 'string' ? host.env : env)['CALLSHEET_CONTACTS_PEPPER'];
  return given === '' ? undefined : given;
}

/** URL of the shared ledger; undefined where the state is kept in a file. Sandbox runs may be thrown away, and stay in a file. */
export function storeOf(
  options: EnvironmentOptions & { readonly sandbox?: boolean; readonly store?: string },
  host: Pick<Host, 'cwd' | 'env'>,
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
  const fault = settingsFault(env, { ...options, cwd: host.cwd }, (name) => placeOf(name, options, host));
  return fault === undefined ? settings : { fault };
}

function settingsFault(
  env: Environment,
  { envFile, cwd }: EnvironmentOptions & { readonly cwd: string },
  placeOf: (name: string) => string,
): string | undefined {
  const missing = settingNames.filter((name) => (env[name]?.trim() ?? '') === '');
  if (missing.length > 0) {
    const empty = missing.filter((name) => env[name] !== undefined);
    const notes = [
      ...empty.map((name) => ` ${name} is there, but empty, ${placeOf(name)}.`),
      ...missing.flatMap((name) =>
        similarTo(name, env).map((other) => ` Is ${other}, ${placeOf(other)}, meant for ${name}?`),
      ),
      envFile === undefined && existsSync(resolve(cwd, '.env'))
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
  return undefined;
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
  if (text.includes(' ')) return 'It has a blank within it, and is one word: copy it again.';
  const odd = (name === names.apiKey ? /[^!-~]/u : /[\p{C}\p{Z}]/u).exec(text)?.[0];
  const code = odd?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return code && `It has the character U+${code}, which does not belong there: copy it again.`;
}

/** Where somebody who wants to change a setting finds it. */
function placeOf(name: string, { envFile }: EnvironmentOptions, { cwd, env }: Pick<Host, 'cwd' | 'env'>): string {
  const file = envFile === undefined ? undefined : openEnvFile(envFile, cwd);
  const line = file !== undefined && 'lines' in file ? file.lines.get(name) : undefined;
  if (line === undefined) return 'in the environment';
  if (env[name] === undefined) return `in line ${line} of ${envFile}`;
  return `in the environment, which wins over line ${line} of ${envFile}`;
}

/** Of the names and values of an env file, or what is wrong in which line: in words that never repeat a value, which may be a secret. */
type EnvFile =
  | { readonly values: Readonly<Record<string, string>>; readonly lines: ReadonlyMap<string, number> }
  | { readonly fault: string };

/**
 * Reads lines of `NAME=value`; `docs/cli.md` has the grammar. What could be meant in two ways is refused: no value is ever cut or
 * completed without a word. Libraries do otherwise: Node's `parseEnv` and `dotenv` cut a value at every `#`, take the last of two
 * lines with one name, and skip lines that they do not know.
 */
function readEnvFile(text: string): EnvFile {
  const values = new Map<string, string>();
  const lines = new Map<string, number>();
  const all = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  for (const [index, line] of all.entries()) {
    const fault = (words: string): EnvFile => ({ fault: `line ${index + 1}: ${words}` });
    if (/^[ \t]*(#[^\r]*)?$/.test(line)) continue;
    const [, name, written] = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=(.*)$/s.exec(line) ?? [];
    if (name === undefined || written === undefined) return fault('this is not NAME=value.');
    const before = lines.get(name);
    if (before !== undefined) return fault(`${name} is set in line ${before}, too: keep one of them.`);
    const read = readValue(written);
    if ('fault' in read) return fault(read.fault.replaceAll('NAME', name));
    values.set(name, read.value);
    lines.set(name, index + 1);
  }
  return { values: Object.fromEntries(values), lines };
}

type Value = { readonly value: string } | { readonly fault: string };

function readValue(written: string): Value {
  const text = withoutBlanks(written);
  if (/\p{Cc}/u.test(text.replaceAll('\t', '')))
    return { fault: 'the value of NAME has a control character: save the file as plain text.' };
  const [quote = ''] = text;
  if (quote === "'" || quote === '"') return readQuoted(text, quote);
  if (/[`´\p{Pi}\p{Pf}]/u.test(quote)) return { fault: `the value of NAME begins with ${quote}: quotes are " or '.` };
  const comment = written.search(/[ \t]#/);
  if (comment < 0) return asWritten(text);
  if (/^#[^\s#]/.test(written.slice(comment + 1)))
    return {
      fault: '`#` after a blank may begin a comment or belong to NAME: put the value in quotes, or a blank after `#`.',
    };
  return asWritten(withoutBlanks(written.slice(0, comment)));
}

/** `text` begins with the quote. */
function readQuoted(text: string, quote: "'" | '"'): Value {
  const [whole, inner] = (quote === "'" ? /^'([^']*)'/ : /^"((?:[^"\\]|\\.)*)"/).exec(text) ?? [];
  if (whole === undefined || inner === undefined)
    return {
      fault: `the value of NAME has no closing ${quote} in this line. A value is one line; in double quotes, \\n is a line break.`,
    };
  if (!/^([ \t]*|[ \t]+#.*)$/.test(text.slice(whole.length)))
    return { fault: `after the closing ${quote} of NAME, only a blank and a comment may follow.` };
  if (quote === "'") return { value: inner };
  const unknown = /^(?:[^\\]|\\[nrt"\\$])*\\([^nrt"\\$])/.exec(inner);
  if (unknown !== null)
    return {
      fault:
        '`\\` in the double quotes of NAME is followed by none of n, r, t, ", $ and \\: write \\\\, or use single quotes.',
    };
  const literal = asWritten(inner.replace(/\\./g, ''));
  if ('fault' in literal) return literal;
  return { value: inner.replace(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter) };
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Other readers would put something else in the place of `$NAME` and `${NAME}`. */
function asWritten(value: string): Value {
  if (!/\$[A-Za-z_{(]/.test(value)) return { value };
  return {
    fault: 'nothing is put in the place of `$…` in NAME: write the value itself, or in single quotes if it has a `$`.',
  };
}

/** Not `trim`, which takes off more than blanks. */
function withoutBlanks(text: string): string {
  return text.replace(/^[ \t]+|[ \t]+$/g, '');
}
