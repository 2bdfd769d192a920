import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** Who sends a request, and what they may do. */
export interface Visitor {
  /** Of their account, which signs what they do; undefined where there are no accounts. */
  readonly name: string | undefined;
  readonly mayAct: boolean;
  /** They may see whole numbers where they ask for them. */
  readonly seesNumbers: boolean;
}

/** Why a request is not answered. */
export interface Turned {
  readonly status: 401 | 403 | 421 | 429 | 503;
  readonly words: string;
}

/** Finds out who sends a request. It is asked again while a stream goes on: an account may be taken away. */
export type Identify = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => Visitor | Turned;

/** Under which addresses the page is reached. */
export interface OwnAddress {
  readonly scheme: 'http' | 'https';
  /** Values of the Host header that name this server. */
  readonly hosts: ReadonlySet<string>;
}

/** A page elsewhere can make its own name point at this machine (DNS rebinding); it cannot make the browser send ours. */
export function turnedByHost({ host }: IncomingHttpHeaders, { hosts }: OwnAddress): Turned | undefined {
  if (host !== undefined && hosts.has(host.toLowerCase())) return undefined;
  return { status: 421, words: 'This server answers to its own address only.' };
}

/** Data and actions are for our own page. A browser says where a request comes from. */
export function turnedByOrigin(headers: IncomingHttpHeaders, { scheme }: OwnAddress): Turned | undefined {
  const { origin, host, 'sec-fetch-site': site } = headers;
  const isOwn = origin === undefined || origin === `${scheme}://${host?.toLowerCase() ?? ''}`;
  if (isOwn && (site === undefined || site === 'same-origin' || site === 'none')) return undefined;
  return { status: 403, words: 'Requests of other pages are refused.' };
}

/** Why this visitor may not act; undefined where they may. */
export function turnedByRole({ name, mayAct }: Visitor): Turned | undefined {
  if (mayAct) return undefined;
  const words =
    name === undefined
      ? 'This control room only shows. Start it with `callsheet open --allow-actions` to change something.'
      : 'You may see this control room, and change nothing: that needs the role operator, and --allow-actions.';
  return { status: 403, words };
}
