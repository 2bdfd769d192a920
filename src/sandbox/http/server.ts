import { lookup } from 'node:dns/promises';
import { setMaxListeners } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Listening, listen } from '../../platform/listen.ts';
import { contentType } from '../../service/http/signature.ts';
import { type OperationId, operationIds, operations } from '../../service/operations/operations.ts';
import { deliver, deliverFailure, deliverSpoiled } from '../account/deliver.ts';
import { createAdminEndpoint } from './admin-endpoint.ts';
import { type Asked, type EndpointOptions, flatHeaders, refuseByHttp, refuseUnrecorded, withBody } from './asked.ts';
import { plainText } from './bodies.ts';

interface ServeOptions extends Omit<EndpointOptions, 'closing'> {
  readonly port: number;
  readonly requestTimeoutMs: number;
}

/** Listens on every address of a name: `localhost` is two, and a client may try either first. Rejects if the first is not available. */
export async function serve({ port, requestTimeoutMs, ...options }: ServeOptions): Promise<Listening> {
  const { host } = options;
  const closing = new AbortController();
  // Every open event stream listens to it.
  setMaxListeners(0, closing.signal);
  const endpoint = createEndpoint({ ...options, closing: closing.signal });
  const bind = (address: string, at: number): Promise<Listening> =>
    listen(createHttpServer(requestTimeoutMs, endpoint), { host: address, port: at });
  const [first, ...others] = host === 'localhost' ? await lookup(host, { all: true }) : [];
  const main = await bind(first?.address ?? host, port);
  const servers = [main];
  for (const { address } of others) {
    // An address that the machine lists but does not have (often IPv6) is not an error.
    const server = await bind(address, main.port).catch(() => undefined);
    if (server !== undefined) servers.push(server);
  }
  return {
    port: main.port,
    async close() {
      closing.abort();
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

function createHttpServer(requestTimeoutMs: number, listener: RequestListener): Server {
  const server = createServer({ connectionsCheckingInterval: 1_000, keepAliveTimeout: 65_000 }, listener);
  server.headersTimeout = Math.min(10_000, requestTimeoutMs);
  server.requestTimeout = requestTimeoutMs;
  server.maxConnections = 10_000;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuseHttp(error.code, socket));
  return server;
}

/** Bytes that are not HTTP, or that come too slowly: they are not a request, so nothing is logged. */
function refuseHttp(code: string | undefined, socket: Duplex): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [http, reason] =
    code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? ['408 Request Timeout', 'the request took too long']
      : code === 'HPE_HEADER_OVERFLOW'
        ? ['431 Request Header Fields Too Large', 'the headers are too large']
        : ['400 Bad Request', 'this is not HTTP'];
  const text = plainText('-22', reason);
  socket.end(
    `HTTP/1.1 ${http}\r\ncontent-type: ${contentType}\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  );
}

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
function createEndpoint(options: EndpointOptions): RequestListener {
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

/**
 * Decided by the method and not by the address, which has many spellings for the same route: only a GET changes nothing, so
 * only a GET is answered for the page of another site.
 */
function refuseOtherSite(
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
