import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { contentType } from '../../service/http/signature.ts';
import { operations } from '../../service/operations/operations.ts';
import { deliverFailure } from '../account/deliver.ts';
import { readRoutes } from '../admin-api/read-routes.ts';
import type { AdminReply, AdminRoute } from '../admin-api/route.ts';
import { writeRoutes } from '../admin-api/write-routes.ts';
import { inboxRoutes } from '../inbox/inbox-routes.ts';
import { plainText } from './answer-text.ts';
import { collectBody } from './collect-body.ts';
import { refuseOtherSite } from './hosts.ts';
import { readBody } from './read-body.ts';
import { flatHeaders, refuseByHttp, refuseTooLarge } from './refused-by-http.ts';
import { type EndpointOptions, operationOf } from './service-endpoint.ts';

const mebibyte = 1024 * 1024;

/** Serves what is not a request of the service: the admin API, the inbox, and addresses that do not exist. */
export function createAdminEndpoint(
  options: EndpointOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  const routes = [...readRoutes(options.closing), ...writeRoutes(options.accounts), ...inboxRoutes()];
  return (request, response) => {
    const refuseUnrecorded = (http: number, why: string): void =>
      void response.writeHead(http, { 'content-type': contentType, connection: 'close' }).end(plainText('-22', why));
    const otherSite = refuseOtherSite(request, options.host);
    if (otherSite !== undefined) return refuseUnrecorded(...otherSite);
    const address = addressOf(request.url ?? '');
    if (address === undefined) return refuseUnrecorded(400, 'the address is malformed');
    // Node sends no body to a HEAD.
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '');
    const found = findRoute(routes, method, address.path);
    const serve = (body: Buffer | 'tooLarge' | undefined): void => {
      try {
        if (body !== 'tooLarge' && found !== undefined)
          answerRoute({ options, request, response, body, query: address.query, ...found });
        else refuseUnknown(options, request, response, body);
      } catch (error) {
        deliverFailure(response, error, options);
      }
    };
    if (method === 'GET') serve(undefined);
    else collectBody(request, found === undefined ? mebibyte : 4 * mebibyte, serve);
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

interface Asked extends FoundRoute {
  readonly options: EndpointOptions;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer | undefined;
  readonly query: Readonly<Record<string, string>>;
}

function answerRoute({ options, request, response, body, query, route, params }: Asked): void {
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

function refuseUnknown(
  { accounts }: EndpointOptions,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer | 'tooLarge' | undefined,
): void {
  const operation = operationOf(request.url ?? '');
  const refused = { accounts, operation: operation ?? null, request, response };
  if (body === 'tooLarge') {
    refuseTooLarge(refused);
  } else if (operation === undefined) {
    refuseByHttp({ ...refused, body, http: 404, rule: 'request.path', detail: 'the service has no such path' });
  } else {
    const { method } = operations[operation];
    response.setHeader('allow', method);
    refuseByHttp({ ...refused, body, http: 405, rule: 'request.method', detail: `the method must be ${method}` });
  }
}
