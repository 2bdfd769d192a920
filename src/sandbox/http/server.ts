import { lookup } from 'node:dns/promises';
import { setMaxListeners } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Listening, listen } from '../../platform/listen.ts';
import { contentType } from '../../service/http/signature.ts';
import { type OperationId, operationIds, operations } from '../../service/operations/operations.ts';
import { deliver, deliverFailure, deliverSpoiled } from '../account/deliver.ts';
import { readRoutes } from '../admin-api/read-routes.ts';
import type { AdminReply, AdminRoute } from '../admin-api/route.ts';
import { writeRoutes } from '../admin-api/write-routes.ts';
import { inboxRoutes } from '../inbox/inbox-routes.ts';
import { type Asked, type EndpointOptions, flatHeaders, refuseByHttp, refuseUnrecorded, withBody } from './asked.ts';
import { plainText, readBody } from './bodies.ts';

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
  const routes = [...readRoutes(options.closing), ...writeRoutes(options.accounts), ...inboxRoutes()];
  return (request, response) => {
    const otherSite = refuseOtherSite(request, options.host);
    if (otherSite !== undefined) return refuseUnrecorded(response, ...otherSite);
    const operation = operationOf(request.url ?? '') ?? null;
    const asked: Asked = { options, operation, request, response };
    if (operation === null || request.method !== operations[operation].method) return answerOther(asked, routes);
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

const mebibyte = 1024 * 1024;

/** What is not a request of the service: the admin API, the inbox, and addresses that do not exist. */
function answerOther(asked: Asked, routes: readonly AdminRoute[]): void {
  const { request, response } = asked;
  const address = addressOf(request.url ?? '');
  if (address === undefined) return refuseUnrecorded(response, 400, 'the address is malformed');
  // Node sends no body to a HEAD.
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '');
  const found = findRoute(routes, method, address.path);
  if (found === undefined) withBody(asked, mebibyte, (body) => refuseUnknown(asked, body));
  else withBody(asked, 4 * mebibyte, (body) => answerRoute(asked, body, address.query, found));
}

interface Address {
  /** Decoded, one part for each name between slashes. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

/** Undefined where it is not an address. Servers take the absolute form too, which proxies send (RFC 9112, 3.2.2). */
function addressOf(url: string): Address | undefined {
  const [path = '', query = ''] = url.replace(/^https?:\/\/[^/]*/i, '').split(/\?(.*)/s);
  try {
    const parts = path.split('/').slice(1);
    return { path: parts.map(decodeURIComponent), query: Object.fromEntries(new URLSearchParams(query)) };
  } catch {
    return undefined;
  }
}

interface FoundRoute {
  readonly route: AdminRoute;
  /** By the names that begin with a colon in the route's path. */
  readonly params: Readonly<Record<string, string>>;
}

function findRoute(routes: readonly AdminRoute[], method: string, path: readonly string[]): FoundRoute | undefined {
  for (const route of routes) {
    const parts = route.path.split('/').slice(1);
    const isIt = parts.every((part, index) => part === path[index] || (part.startsWith(':') && path[index] !== ''));
    if (route.method !== method || parts.length !== path.length || !isIt) continue;
    const named = parts.flatMap((part, index) => (part.startsWith(':') ? [[part.slice(1), path[index] ?? '']] : []));
    return { route, params: Object.fromEntries(named) as Record<string, string> };
  }
  return undefined;
}

function answerRoute(
  { options, request, response }: Asked,
  body: Buffer | undefined,
  query: Address['query'],
  { route, params }: FoundRoute,
): void {
  const read = readBody(body);
  if (read.kind === 'malformed') return sendReply(response, { http: 400, json: { error: read.why } });
  const account = options.accounts.forKey(query['key'] ?? flatHeaders(request)['api-key']);
  if (account === undefined) return sendReply(response, { http: 404, json: { error: 'no world has this key' } });
  // Who asks several times sees by it that the answers are of one journal.
  response.setHeader('x-sandbox-rewinds', account.rewinds);
  sendReply(response, route.handle({ account, body: read.kind === 'json' ? read.value : {}, query, params }));
}

function sendReply(response: ServerResponse, reply: AdminReply): void {
  const type = 'json' in reply ? contentType : reply.type;
  const content = 'json' in reply ? Buffer.from(`${JSON.stringify(reply.json)}\n`) : undefined;
  const bytes = 'bytes' in reply ? reply.bytes : content;
  response.writeHead(reply.http ?? 200, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(bytes === undefined ? {} : { 'content-length': bytes.byteLength }),
    ...reply.headers,
  });
  if ('stream' in reply && response.req.method === 'GET') {
    // A reader that leaves ends the stream.
    pipeline(Readable.from(reply.stream, { objectMode: false }), response).catch(() => {});
  } else response.end(bytes);
}

function refuseUnknown(asked: Asked, body: Buffer | undefined): void {
  if (asked.operation === null)
    return refuseByHttp(asked, { body, http: 404, rule: 'request.path', detail: 'the service has no such path' });
  const { method } = operations[asked.operation];
  asked.response.setHeader('allow', method);
  refuseByHttp(asked, { body, http: 405, rule: 'request.method', detail: `the method must be ${method}` });
}
