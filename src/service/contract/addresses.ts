/** What is wrong with a service address, as one sentence that repeats none of it (it may hold a password); else undefined. */
export function checkBaseUrl(text: string): string | undefined {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || text.trim() !== text)
    return 'The base URL is not a URL: write it as https://host or https://host/path.';
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return 'The base URL must begin with https://, or with http:// if it is on this machine.';
  if (url.username !== '' || url.password !== '') {
    return 'The base URL may not hold a user name or password: calls are signed with the API key and secret.';
  }
  if (url.search !== '' || url.hash !== '') return 'The base URL may not have a query (?) or a fragment (#).';
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return 'The base URL must begin with https://: without TLS anybody on the way can read numbers and repeat calls. Plain http is for this machine only.';
  }
  return undefined;
}

/** An address to which secrets may be sent: https, or this machine; and none with a user and a password, which are shown where it is. */
export function readSecureAddress(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && isSecure(url) && url.username === '' && url.password === '' ? url : undefined;
}

/** Nobody on the way can read what is sent. */
function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** Whether the service of a run, a base URL or `sandbox`, is on another machine. */
export function isElsewhere(service: string): boolean {
  return URL.canParse(service) && !isLoopback(new URL(service).hostname);
}

/** Whether a name or address cannot leave this machine; in lower case, IPv6 with or without brackets. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname === '::1' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}

/**
 * The path of an operation below the path of a base URL (`splitBaseUrl`). One that ends in `/v3`, as other names of this API have
 * it, already says what the path of the agents begins with (assumption `base-url.v3`).
 */
export function pathBelow(prefix: string, path: string): string {
  return prefix + (prefix.endsWith(version) && path.startsWith(`${version}/`) ? path.slice(version.length) : path);
}

const version = '/v3';

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

/**
 * The one spelling of a service address: scheme and host in lower case, addresses normalised, no default port, no slash at the end.
 * Text that is not a URL stays as it is (`sandbox`).
 */
export function normalBaseUrl(text: string): string {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return text;
  const { origin, prefix } = splitBaseUrl(text);
  return `${origin}${prefix}`;
}

export function isSameService(a: string, b: string): boolean {
  return normalBaseUrl(a) === normalBaseUrl(b);
}

/** Origin, and the path before every operation's own: empty, or with a leading and without a trailing slash. */
export function splitBaseUrl(text: string): { readonly origin: string; readonly prefix: string } {
  const url = new URL(text);
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}
