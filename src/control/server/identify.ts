import { isUtf8 } from 'node:buffer';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Instant } from '../../platform/ports.ts';
import type { Account, Accounts } from './accounts.ts';
import type { Identify, Turned, Visitor } from './admit.ts';

/** The one token of this start, whose holder may do all that the control room allows. */
export function identifyByToken(token: string, allowActions: boolean, wrongTokens: WrongTokens): Identify {
  return ({ headers }) => {
    const given = bearerToken(headers);
    // The right one is answered in any case: nobody who guesses can keep an operator from the pause button.
    if (given !== undefined && isSame(given, token))
      return { name: undefined, mayAct: allowActions, seesNumbers: true };
    return turned(given, wrongTokens, 'open the link that the control room printed in its terminal.');
  };
}

export interface AccountRules {
  /** As the file of accounts is now; in words why it cannot be read. */
  readonly accounts: () => Accounts | string;
  /** Header with the name of an account, in lower case, and who may send it. */
  readonly header: { readonly name: string; readonly isProxy: (address: string) => boolean } | undefined;
  readonly allowActions: boolean;
}

/** By the account that the proxy names, or by the token of an account. */
export function identifyByAccount(
  { accounts, header, allowActions }: AccountRules,
  wrongTokens: WrongTokens,
): Identify {
  const visitor = ({ name, role }: Account): Visitor => {
    const isOperator = role === 'operator';
    return { name, mayAct: isOperator && allowActions, seesNumbers: isOperator };
  };
  return ({ headers, socket }) => {
    const known = accounts();
    if (typeof known === 'string')
      return { status: 503, words: 'The accounts cannot be read: the control room has printed why.' };
    const named = header && headers[header.name];
    if (header !== undefined && named !== undefined) {
      // Behind a proxy nobody else has a reason to send it.
      if (!header.isProxy(socket.remoteAddress ?? ''))
        return { status: 403, words: 'Only the proxy may say who asks.' };
      const account = typeof named === 'string' ? known.named(asWritten(named)) : undefined;
      return account === undefined
        ? { status: 403, words: 'You have no account in this control room.' }
        : visitor(account);
    }
    const given = bearerToken(headers);
    const account = given === undefined ? undefined : known.withToken(given);
    return account === undefined ? turned(given, wrongTokens, 'enter the token of your account.') : visitor(account);
  };
}

/** Node reads the bytes of a header as Latin-1, and proxies send names in UTF-8. */
function asWritten(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : header;
}

function bearerToken({ authorization }: IncomingHttpHeaders): string | undefined {
  return authorization === undefined ? undefined : (/^Bearer (.*)$/.exec(authorization)?.[1] ?? '');
}

function turned(given: string | undefined, wrongTokens: WrongTokens, how: string): Turned {
  if (given === undefined) return { status: 401, words: `The token is missing: ${how}` };
  if (wrongTokens.note()) return { status: 429, words: 'Too many wrong tokens. Try again in a minute.' };
  return { status: 401, words: `The token is wrong: ${how}` };
}

/** In the same time whatever the texts are. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

type WrongTokens = ReturnType<typeof createWrongTokens>;

const most = 20;
const periodMs = 60_000;

/** Counts wrong tokens over a minute. */
export function createWrongTokens(now: () => Instant, log: (line: string) => void) {
  let [since, count] = [Number.NEGATIVE_INFINITY, 0];
  return {
    /** True once there were too many. */
    note(): boolean {
      if (now() - since >= periodMs) [since, count] = [now(), 0];
      count++;
      if (count === most + 1) log('Somebody tries wrong tokens: more than 20 in a minute.');
      return count > most;
    },
  };
}
