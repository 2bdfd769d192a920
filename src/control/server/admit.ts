import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { WrongTokens } from './wrong-tokens.ts';

/** Why a request is not answered. */
export interface Turned {
  readonly status: 401 | 403 | 421 | 429;
  readonly words: string;
}

export interface Admission {
  /** Values of the Host header that name this server. */
  readonly hosts: ReadonlySet<string>;
  readonly token: string;
  readonly wrongTokens: WrongTokens;
}

/** A page elsewhere can make its own name point at this machine (DNS rebinding); it cannot make the browser send ours. */
export function turnedByHost({ host }: IncomingHttpHeaders, { hosts }: Pick<Admission, 'hosts'>): Turned | undefined {
  if (host !== undefined && hosts.has(host.toLowerCase())) return undefined;
  return { status: 421, words: 'This server answers to its own address only.' };
}

/** Data and actions are for our own page, which has the token. A browser says where a request comes from. */
export function turnedAway(headers: IncomingHttpHeaders, admission: Admission): Turned | undefined {
  const { origin, host, authorization, 'sec-fetch-site': site } = headers;
  const isOwn = origin === undefined || origin === `http://${host?.toLowerCase() ?? ''}`;
  if (!isOwn || (site !== undefined && site !== 'same-origin' && site !== 'none'))
    return { status: 403, words: 'Requests of other pages are refused.' };
  if (authorization === undefined)
    return { status: 401, words: 'The token is missing: open the address that `callsheet open` printed.' };
  // The right one is answered in any case: nobody who guesses can keep an operator from the pause button.
  if (isSame(authorization, `Bearer ${admission.token}`)) return undefined;
  if (admission.wrongTokens.note()) return { status: 429, words: 'Too many wrong tokens. Try again in a minute.' };
  return { status: 401, words: 'The token is wrong: open the address that `callsheet open` printed.' };
}

/** In the same time whatever the texts are. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
