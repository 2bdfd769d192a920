import type { RequestListener } from 'node:http';
import { type OperationId, operationIds, operations } from '../../service/operations/operations.ts';
import { deliver, deliverFailure, deliverSpoiled } from '../account/deliver.ts';
import { createAdminEndpoint } from './admin-endpoint.ts';
import { type Asked, type EndpointOptions, flatHeaders, refuseByHttp, refuseUnrecorded, withBody } from './asked.ts';
import { refuseOtherSite } from './hosts.ts';

/** Every path of the service. */
const operationAt: ReadonlyMap<string, OperationId> = new Map(
  operationIds.flatMap((operation) => {
    const { path, alias = path } = operations[operation];
    return [path, alias].map((at) => [at, operation] as const);
  }),
);

/** The operation that a request's address belongs to, for any method. */
function operationOf(url: string): OperationId | undefined {
  const known = operationAt.get(url);
  // Servers also accept the absolute form, which proxies send (RFC 9112, 3.2.2).
  return known ?? operationAt.get(url.replace(/^https?:\/\/[^/]*/i, '').replace(/\?.*$/, ''));
}

/** Bytes of a body, where nothing larger can come. */
const bodyMostBytes = 64 * 1024;

/**
 * Answers every request. It comes directly from Node's HTTP server: a framework would cost as much time as all the checks, and a
 * benchmark must not measure the sandbox.
 */
export function createEndpoint(options: EndpointOptions): RequestListener {
  const answerOther = createAdminEndpoint(options);
  return (request, response) => {
    const otherSite = refuseOtherSite(request, options.host);
    if (otherSite !== undefined) return refuseUnrecorded(response, ...otherSite);
    const operation = operationOf(request.url ?? '') ?? null;
    const asked: Asked = { options, operation, request, response };
    if (operation === null || request.method !== operations[operation].method) return answerOther(asked);
    const { bodyMost = bodyMostBytes } = operations[operation];
    withBody(asked, bodyMost, (body) => answer(asked, operation, body));
  };
}

function answer(asked: Asked, operation: OperationId, body: Uint8Array | undefined): void {
  const { options, request, response } = asked;
  const headers = flatHeaders(request);
  const detail = body === undefined ? undefined : wrongContentType(headers);
  if (detail !== undefined) return refuseByHttp(asked, { body, http: 415, rule: 'request.contentType', detail });
  const { method = '', url: path = '' } = request;
  const ip = shortIp(request.socket.remoteAddress ?? '');
  const account = options.accounts.forKey(headers['api-key']) ?? options.accounts.main;
  const answered = account.answer({ operation, method, path, headers, body, ip });
  if (answered.fault === undefined) return deliver(response, answered);
  // Headers of a fault may be more than HTTP allows together.
  deliverSpoiled(response, { ...answered, fault: answered.fault }, options.closing).catch((error: unknown) =>
    deliverFailure(response, error, options),
  );
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
