import { isLoopback } from './base-url.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export const proxyVariable = 'HTTPS_PROXY';

/** The proxy through which an address is reached, as most programs read it from `HTTPS_PROXY` and `NO_PROXY`, small letters first. */
export function proxyFor({ protocol, hostname, port }: URL, env: Environment): URL | undefined {
  // Plain http goes only to this machine.
  if (protocol !== 'https:' || isLoopback(hostname)) return undefined;
  return isExcepted(hostname, port || '443', valueOf('NO_PROXY', env))
    ? undefined
    : readProxy(valueOf(proxyVariable, env));
}

/** What is wrong with `HTTPS_PROXY`, as one sentence that repeats none of it: it may hold a password. */
export function proxyFault(env: Environment): string | undefined {
  const text = valueOf(proxyVariable, env);
  if (text === '' || readProxy(text) !== undefined) return undefined;
  return 'It is not the address of an HTTP proxy: write it as http://host:port.';
}

/** The address of an HTTP proxy, with `http://` or without; undefined for any other text. */
export function readProxy(value: string): URL | undefined {
  const text = value === '' || value.includes('://') ? value : `http://${value}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && isDecodable(url) ? url : undefined;
}

/** A `%` that stands for itself is written `%25`. */
function isDecodable({ username, password }: URL): boolean {
  try {
    return decodeURIComponent(username + password) !== undefined;
  } catch {
    return false;
  }
}

function valueOf(name: string, env: Environment): string {
  return (env[name.toLowerCase()] ?? env[name] ?? '').trim();
}

/** An entry is a name, which stands for those below it too, or an address, each with a port or without; `*` is every address. */
function isExcepted(hostname: string, port: string, list: string): boolean {
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      const [, name = '', only = port] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      if (entry === '*' || `[${entry}]` === hostname) return true;
      return name !== '' && only === port && (hostname === name || hostname.endsWith(`.${name}`));
    });
}
