import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * Decided by the method and not by the address, which has many spellings for the same route: only a GET changes nothing, so
 * only a GET is answered for the page of another site.
 */
export function refuseOtherSite(
  { method, headers }: IncomingMessage,
  own: string,
): readonly [http: number, why: string] | undefined {
  if (!isTrustedHost(headers.host, own)) return [421, 'this Host is not served here'];
  // Browsers name the page that a request comes from.
  const isOwn = headers.origin === undefined || headers.origin === `http://${headers.host}`;
  return isOwn || method === 'GET' ? undefined : [403, 'requests from this Origin are not allowed'];
}

/**
 * Whether a request's Host header may be answered. A page in a browser can make its own name point at this machine (DNS
 * rebinding); it cannot make the browser send an address or `localhost`.
 */
function isTrustedHost(header: string | undefined, own: string): boolean {
  if (header === undefined) return false;
  const name = header
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
  return isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost') || name === own.toLowerCase();
}
