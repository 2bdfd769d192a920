import { setMaxListeners } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type Duplex, Readable } from 'node:stream';
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { OperationId } from '../../service/contract/operation-id.ts';
import { operations } from '../../service/contract/operations.ts';
import { contentType } from '../../service/http/signature.ts';
import type { Accounts } from '../account/accounts.ts';
import { headersOf } from '../account/deliver.ts';
import type { AdminReply, AdminRoute } from '../admin-api/route.ts';
import { adminRoutes } from '../admin-api/routes.ts';
import { plainText } from './answer-text.ts';
import { isOwnOrigin, isTrustedHost } from './hosts.ts';
import { listenOn } from './listen-on.ts';
import { readBody } from './read-body.ts';
import { flatHeaders, refusedByHttp } from './refused-by-http.ts';
import { createServiceEndpoint, operationOf } from './service-endpoint.ts';

export interface ListenOptions {
  readonly accounts: Accounts;
  readonly port: number;
  readonly host: string;
  readonly requestTimeoutMs: number;
  readonly log: (line: string) => void;
}

export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

const mebibyte = 1024 * 1024;

export async function listen({ accounts, port, host, requestTimeoutMs, log }: ListenOptions): Promise<Listening> {
  const closing = new AbortController();
  // Every open event stream listens to it.
  setMaxListeners(0, closing.signal);
  const app = await createApp({ accounts, host, log, closing: closing.signal });
  const endpoint = createServiceEndpoint({ accounts, host, log, closing: closing.signal });
  const servers = await listenOn(
    () =>
      createHttpServer(requestTimeoutMs, (request, response) => {
        if (!endpoint(request, response)) app.routing(request, response);
      }),
    { port, host },
  );
  return {
    port: servers.port,
    async close() {
      closing.abort();
      await servers.close();
      await app.close();
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

interface AppOptions {
  readonly accounts: Accounts;
  readonly host: string;
  readonly log: (line: string) => void;
  readonly closing: AbortSignal;
}

/** All requests that are not for the service: the admin API, the inbox, and unknown addresses. */
async function createApp({ accounts, host, log, closing }: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    exposeHeadRoutes: false,
    // No route has a schema, and loading the compilers for them would take as long as the rest of the start.
    schemaController: { compilersFactory: { buildValidator: neverCalled, buildSerializer: neverCalled } },
    frameworkErrors(_error, _request, reply) {
      const raw = reply.hijack().raw;
      raw.writeHead(400, { 'content-type': contentType });
      raw.end(plainText('-22', 'the address is malformed'));
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  refuseOtherSites(app, host);
  for (const route of adminRoutes(accounts, closing)) addAdminRoute(app, accounts, route);
  app.setNotFoundHandler((request, reply) => refuseUnknown(accounts, request, reply));
  app.setErrorHandler((error: FastifyError, request, reply) => refuseBroken({ accounts, error, request, reply, log }));
  await app.ready();
  return app;
}

function neverCalled(): never {
  throw new Error('a route of the sandbox has a schema');
}

/**
 * Decided by the method and not by the address, which has many spellings for the same route: only a GET changes nothing, so
 * only a GET is answered for the page of another site.
 */
function refuseOtherSites(app: FastifyInstance, host: string): void {
  app.addHook('onRequest', (request, reply, next) => {
    const named = request.headers.host;
    const mayChange = request.method !== 'GET';
    if (!isTrustedHost(named, host)) {
      void reply.code(421).header('content-type', contentType).send(plainText('-22', 'this Host is not served here'));
    } else if (mayChange && !isOwnOrigin(request.headers.origin, named)) {
      void reply
        .code(403)
        .header('content-type', contentType)
        .send(plainText('-22', 'requests from this Origin are not allowed'));
    } else {
      next();
    }
  });
}

function refuseUnknown(accounts: Accounts, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const operation = operationOf(request.url) ?? null;
  if (operation === null) {
    const detail = 'the service has no such path';
    return refuse({ accounts, operation, request, reply, http: 404, rule: 'request.path', detail });
  }
  const { method } = operations[operation];
  void reply.header('allow', method);
  const detail = `the method must be ${method}`;
  return refuse({ accounts, operation, request, reply, http: 405, rule: 'request.method', detail });
}

interface Refused {
  readonly accounts: Accounts;
  readonly operation: OperationId | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly http: number;
  readonly rule: string;
  readonly detail: string;
}

function refuse({ request, reply, ...why }: Refused): FastifyReply {
  const body = request.body instanceof Uint8Array ? request.body : undefined;
  const answer = refusedByHttp({ ...why, request: request.raw, body });
  return reply.code(answer.http).headers(headersOf(answer)).send(answer.text);
}

interface Broken {
  readonly accounts: Accounts;
  readonly error: FastifyError;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly log: (line: string) => void;
}

/** Requests that the HTTP library refuses itself, and our own bugs. */
function refuseBroken({ accounts, error, request, reply, log }: Broken): FastifyReply {
  const operation = operationOf(request.url) ?? null;
  const http = error.statusCode ?? 500;
  if (http >= 500) log(`sandbox: ${error.stack ?? error.message}`);
  const reasons: Readonly<Record<number, readonly [rule: string, detail: string]>> = {
    413: ['request.size', 'the body is too large'],
    415: ['request.contentType', 'Content-Type must be application/json;charset=UTF-8'],
    400: ['request.body', 'the body is not what its headers say'],
  };
  const [rule, detail] = reasons[http] ?? ['sandbox.broken', 'the sandbox failed'];
  return refuse({ accounts, operation, request, reply, http, rule, detail });
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

function addAdminRoute(app: FastifyInstance, accounts: Accounts, route: AdminRoute): void {
  app.route<{ Querystring: Record<string, string>; Params: Record<string, string> }>({
    method: route.method,
    url: route.path,
    bodyLimit: 4 * mebibyte,
    handler(request, reply) {
      const body = readBody(request.body instanceof Uint8Array ? request.body : undefined);
      if (body.kind === 'malformed') return reply.code(400).send({ error: body.why });
      const account = accounts.forKey(request.query.key ?? flatHeaders(request.raw)['api-key']);
      const value = body.kind === 'json' ? body.value : {};
      return sendAdminReply(
        reply,
        route.handle({ account, body: value, query: request.query, params: request.params }),
      );
    },
  });
}

function sendAdminReply(reply: FastifyReply, answer: AdminReply): FastifyReply {
  const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...answer.headers };
  void reply.code(answer.http ?? 200).headers(headers);
  if ('json' in answer) return reply.header('content-type', contentType).send(`${JSON.stringify(answer.json)}\n`);
  if ('bytes' in answer) return reply.header('content-type', answer.type).send(answer.bytes);
  return reply.header('content-type', answer.type).send(Readable.from(answer.stream, { objectMode: false }));
}
