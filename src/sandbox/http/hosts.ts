import { isIP } from 'node:net';

/**
 * Whether a request's Host header may be answered. A page in a browser can make its own name point at this machine (DNS
 * rebinding); it cannot make the browser send an address or `localhost`.
 */
export function isTrustedHost(header: string | undefined, own: string): boolean {
  if (header === undefined) return false;
  // Nearly every request has the same host.
  if (header === trusted.header && own === trusted.own) return true;
  const name = header
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
  const trust = isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost') || name === own.toLowerCase();
  if (trust) trusted = { header, own };
  return trust;
}

let trusted = { header: '', own: '' };

/** Browsers name the page that a request comes from; only our own pages may change the sandbox. */
export function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
  return origin === undefined || origin === `http://${host ?? ''}`;
}
