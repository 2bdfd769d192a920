import { readFileSync, statSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { resolve } from 'node:path';
import { type Accounts, parseAccounts } from '../../control/server/accounts.ts';
import type { ControlServerOptions } from '../../control/server/control-server.ts';
import type { AccountRules } from '../../control/server/identify.ts';
import { messageOf } from '../../diagnostic/message-of.ts';
import type { Host } from '../../platform/ports.ts';
import { whyUnreadable } from '../../platform/ports.ts';
import { isLoopback } from '../../service/contract/addresses.ts';
import type { Given } from '../program.ts';

/** How the control room is reached, and by whom. */
export interface ServerSettings extends Required<Pick<ControlServerOptions, 'host' | 'publicUrl' | 'tls'>> {
  /** Undefined where one token, made at the start, is for everybody. */
  readonly accounts: AccountRules | undefined;
}

/** In words what does not go together: a control room that others reach has TLS, accounts and a name. */
export function serverSettings(options: Given<'open'>, host: Host): ServerSettings | string {
  const { listen, accounts: path, tlsCert, allowActions } = options;
  if (isIP(listen) === 0) return `--listen takes an IP address such as 127.0.0.1, not ${listen}.`;
  const isOpen = !isLoopback(listen);
  if (isOpen && tlsCert === undefined)
    return `--listen ${listen} is reached by other machines and needs --tls-cert and --tls-key. Behind a reverse proxy on this machine, listen on 127.0.0.1.`;
  if (isOpen && path === undefined) return `--listen ${listen} is reached by other machines and needs --accounts.`;
  const publicUrl = publicUrlOf(options);
  if (typeof publicUrl === 'string') return publicUrl;
  if (publicUrl === undefined && (listen !== '127.0.0.1' || path !== undefined))
    return '--listen and --accounts need --public-url, the address that browsers use: the control room answers to that name only.';
  const header = headerOf(options);
  if (typeof header === 'string') return header;
  const tls = tlsOf(options, host);
  if (typeof tls === 'string') return tls;
  if (path === undefined) return { host: listen, publicUrl, tls, accounts: undefined };
  const accounts = accountsFile(path, host.cwd, (line) => host.console.err(`${line}\n`));
  const first = accounts();
  if (typeof first === 'string') return first;
  return { host: listen, publicUrl, tls, accounts: { accounts, header, allowActions } };
}

function publicUrlOf({ publicUrl: text, tlsCert }: Given<'open'>): URL | string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return `--public-url takes an address such as https://callsheet.example.com, not ${text}.`;
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '')
    return '--public-url takes the address of a host without a path: the control room needs a name of its own.';
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return '--public-url must be https: otherwise tokens and numbers cross the network unencrypted.';
  if (url.protocol === 'http:' && tlsCert !== undefined) return 'With --tls-cert, --public-url must be https.';
  return url;
}

function headerOf({ accountHeader, proxy }: Given<'open'>): AccountRules['header'] | string {
  if (accountHeader === undefined) return undefined;
  if (!/^[A-Za-z][A-Za-z0-9-]{0,63}$/.test(accountHeader) || taken.has(accountHeader.toLowerCase()))
    return `--account-header takes the name of a header such as X-Forwarded-User, not ${accountHeader}.`;
  const wrong = proxy.find((address) => isIP(address) === 0);
  if (wrong !== undefined) return `--proxy takes an IP address such as 127.0.0.1, not ${wrong}.`;
  const proxies = new BlockList();
  for (const address of proxy) proxies.addAddress(address, familyOf(address));
  const isProxy = (address: string): boolean => isIP(address) !== 0 && proxies.check(address, familyOf(address));
  return { name: accountHeader.toLowerCase(), isProxy };
}

/** Headers that mean something else, and that everybody sends. */
const taken: ReadonlySet<string> = new Set(['authorization', 'host', 'origin', 'cookie', 'content-type', 'user-agent']);

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

function tlsOf({ tlsCert, tlsKey }: Given<'open'>, { cwd }: Host): ServerSettings['tls'] | string {
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  try {
    return { cert: readFile(tlsCert, cwd), key: readFile(tlsKey, cwd) };
  } catch (error) {
    return `The certificate cannot be read: ${messageOf(error)}.`;
  }
}

/** To read a named pipe would wait for somebody who writes to it. */
function readFile(path: string, cwd: string): string {
  const place = resolve(cwd, path);
  const unreadable = whyUnreadable(statSync(place));
  if (unreadable !== undefined) throw new Error(`${path} ${unreadable.words}`);
  return readFileSync(place, 'utf8');
}

const ownerOnly = 0o077;

/**
 * The accounts of this file, read again when it has changed: who is taken out of it is out at once. In words where it cannot be
 * used, which are logged where that comes later.
 */
function accountsFile(path: string, cwd: string, log: (line: string) => void): () => Accounts | string {
  let [revision, known]: [string, Accounts | string] = ['', ''];
  return () => {
    const now = revisionOf(resolve(cwd, path));
    if (now === revision) return known;
    const isFirst = revision === '';
    [revision, known] = [now, readAccounts(path, cwd)];
    if (typeof known === 'string' && !isFirst) log(known);
    return known;
  };
}

function revisionOf(place: string): string {
  try {
    const { mtimeMs, size, ino, mode } = statSync(place);
    return `${mtimeMs} ${size} ${ino} ${mode}`;
  } catch (error) {
    return messageOf(error);
  }
}

function readAccounts(path: string, cwd: string): Accounts | string {
  const wrong = (why: string): string => `--accounts ${path}: ${why}.`;
  try {
    if ((statSync(resolve(cwd, path)).mode & ownerOnly) !== 0 && process.platform !== 'win32')
      return wrong(`others on this machine may read or write it; \`chmod 600 ${path}\``);
    const accounts = parseAccounts(readFile(path, cwd));
    return typeof accounts === 'string' ? wrong(accounts) : accounts;
  } catch (error) {
    return wrong(messageOf(error));
  }
}
