import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { contentType } from '../../service/http/signature.ts';
import { operations } from '../../service/operations/operations.ts';
import { readRoutes } from '../admin-api/read-routes.ts';
import type { AdminReply, AdminRoute } from '../admin-api/route.ts';
import { writeRoutes } from '../admin-api/write-routes.ts';
import { inboxRoutes } from '../inbox/inbox-routes.ts';
import { type Asked, type EndpointOptions, flatHeaders, refuseByHttp, refuseUnrecorded, withBody } from './asked.ts';
import { readBody } from './bodies.ts';

const mebibyte = 1024 * 1024;

/** Serves what is not a request of the service: the admin API, the inbox, and addresses that do not exist. */
export function createAdminEndpoint({ closing, accounts }: EndpointOptions): (asked: Asked) => void {
  const routes = [...readRoutes(closing), ...writeRoutes(accounts), ...inboxRoutes()];
  return (asked) => {
    const { request, response } = asked;
    const address = addressOf(request.url ?? '');
    if (address === undefined) return refuseUnrecorded(response, 400, 'the address is malformed');
    // Node sends no body to a HEAD.
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '');
    const found = findRoute(routes, method, address.path);
    if (found === undefined) withBody(asked, mebibyte, (body) => refuseUnknown(asked, body));
    else withBody(asked, 4 * mebibyte, (body) => answerRoute(asked, body, address.query, found));
  };
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
