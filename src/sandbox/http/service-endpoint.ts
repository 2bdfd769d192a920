import type { IncomingMessage, ServerResponse } from 'node:http';
import { type OperationId, operationIds, operations } from '../../service/operations/operations.ts';
import type { Accounts } from '../account/accounts.ts';
import { deliver, deliverFailure, deliverSpoiled } from '../account/deliver.ts';
import { collectBody } from './collect-body.ts';
import { refuseOtherSite } from './hosts.ts';
import { flatHeaders, refuseByHttp, refuseTooLarge } from './refused-by-http.ts';

export interface EndpointOptions {
  readonly accounts: Accounts;
  /** The name that the sandbox listens on. */
  readonly host: string;
  readonly closing: AbortSignal;
  readonly log: (line: string) => void;
}

/** Every path of the service. */
const operationAt: ReadonlyMap<string, OperationId> = new Map(
  operationIds.flatMap((operation) => {
    const { path, alias = path } = operations[operation];
    return [path, alias].map((at) => [at, operation] as const);
  }),
);

/** The operation that a request's address belongs to, for any method. */
export function operationOf(url: string): OperationId | undefined {
  const known = operationAt.get(url);
  // Servers also accept the absolute form, which proxies send (RFC 9112, 3.2.2).
  return known ?? operationAt.get(url.replace(/^https?:\/\/[^/]*/i, '').replace(/\?.*$/, ''));
}

/** Bytes of a body, where nothing larger can come. */
const bodyMostBytes = 64 * 1024;

/**
 * Handles a request of the service; false leaves it to the handler of all other requests. It comes directly from Node's HTTP
 * server: a framework would cost as much time as all the checks, and a benchmark must not measure the sandbox.
 */
export function createServiceEndpoint(options: EndpointOptions) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const operation = operationOf(request.url ?? '');
    if (operation === undefined || request.method !== operations[operation].method) return false;
    // The other handler refuses it: with another host, or sent by the page of another site.
    if (refuseOtherSite(request, options.host) !== undefined) return false;
    // Not spread: copying an object field by field for each request costs more than the checks.
    const serving: Serving = { options, operation, request, response };
    const { bodyMost = bodyMostBytes } = operations[operation];
    if (hasBody(request)) collectBody(request, bodyMost, (body) => serve(serving, body));
    else serve(serving, undefined);
    return true;
  };
}

interface Serving {
  readonly options: EndpointOptions;
  readonly operation: OperationId;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

function hasBody({ method, headers }: IncomingMessage): boolean {
  if (method === 'GET') return false;
  const { 'content-type': type, 'transfer-encoding': encoding, 'content-length': length = '0' } = headers;
  return type !== undefined || encoding !== undefined || length !== '0';
}

function serve(serving: Serving, body: Uint8Array | 'tooLarge' | undefined): void {
  const { options, operation, request, response } = serving;
  const { accounts, closing } = options;
  try {
    if (body === 'tooLarge') return refuseTooLarge({ ...serving, accounts });
    const headers = flatHeaders(request);
    const detail = body === undefined ? undefined : wrongContentType(headers);
    if (detail !== undefined) {
      refuseByHttp({ ...serving, accounts, body, http: 415, rule: 'request.contentType', detail });
      return;
    }
    const { method = '', url: path = '' } = request;
    const ip = shortIp(request.socket.remoteAddress ?? '');
    const account = accounts.forKey(headers['api-key']) ?? accounts.main;
    const answer = account.answer({ operation, method, path, headers, body, ip });
    if (answer.fault === undefined) deliver(response, answer);
    else {
      // Headers of a fault may be more than HTTP allows together.
      deliverSpoiled(response, { ...answer, fault: answer.fault }, closing).catch((error: unknown) =>
        deliverFailure(response, error, options),
      );
    }
  } catch (error) {
    deliverFailure(response, error, options);
  }
}

/** Section "Authentication": `application/json;charset=UTF-8`. */
function wrongContentType(headers: Readonly<Record<string, string>>): string | undefined {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers;
  if (encoding !== 'identity') return `Content-Encoding ${encoding} is not understood`;
  if (!/^application\/json\s*(;|$)/i.test(type)) return 'Content-Type must be application/json;charset=UTF-8';
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type)?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset) ? undefined : 'the charset must be UTF-8';
}

function shortIp(ip: string): string {
  return ip.startsWith('::ffff:') ? ip.slice(7) : ip;
}
