import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { parameterCode } from '../service/check-request.ts';
import { type OperationId, operationIds } from '../service/operation-id.ts';
import { operations } from '../service/operations.ts';
import { contentType } from '../service/signature.ts';
import type { Account } from './account.ts';
import type { Accounts } from './accounts.ts';
import { plainText, refusedText } from './answer-text.ts';
import { deliverSpoiled, headersOf } from './deliver.ts';
import { isOwnOrigin, isTrustedHost } from './hosts.ts';
import { readBody } from './read-body.ts';
import { type SteeringReply, type SteeringRoute, steeringRoutes } from './steering/routes.ts';

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

/** Every path of the service: the nine of its table, and the alias that a sample shows for the binding list. */
const servicePaths: readonly { readonly path: string; readonly operation: OperationId }[] = [
  ...operationIds.map((operation) => ({ path: operations[operation].path, operation })),
  { path: '/number/query', operation: 'axb.list' },
];

const mebibyte = 1024 * 1024;

/** Bytes of a body. Audio travels in base64, so 16 MB of it are 22. */
const bodyLimits: Readonly<Record<OperationId, number>> = {
  'whatsapp.send': mebibyte,
  'voice.redial': 24 * mebibyte,
  'otp.send': 64 * 1024,
  'audio.upload': 24 * mebibyte,
  'aivoice.pause': 64 * 1024,
  'sms.balance': 64 * 1024,
  'agents.list': 64 * 1024,
  'axb.list': 64 * 1024,
  'sms.backfill': 64 * 1024,
};

export async function listen({ accounts, port, host, requestTimeoutMs, log }: ListenOptions): Promise<Listening> {
  const app = createApp();
  const closing = new AbortController();
  // Every open event stream listens to it.
  setMaxListeners(0, closing.signal);
  const server = app.server;
  server.headersTimeout = Math.min(10_000, requestTimeoutMs);
  server.requestTimeout = requestTimeoutMs;
  server.maxConnections = 10_000;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  refuseStrangers(app, host);
  for (const { path, operation } of servicePaths) {
    app.route({
      method: operations[operation].method,
      url: path,
      bodyLimit: bodyLimits[operation],
      handler: (request, reply) => serve({ accounts, operation, request, reply, closing: closing.signal }),
    });
  }
  for (const route of steeringRoutes(accounts, closing.signal)) addSteering(app, accounts, route);
  app.setNotFoundHandler((request, reply) => refuseUnknown(accounts, request, reply));
  app.setErrorHandler((error: FastifyError, request, reply) => refuseBroken({ accounts, error, request, reply, log }));
  await app.listen({ port, host });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      closing.abort();
      await app.close();
    },
  };
}

function createApp(): FastifyInstance {
  return fastify({
    forceCloseConnections: true,
    keepAliveTimeout: 65_000,
    http: { connectionsCheckingInterval: 1_000 },
    exposeHeadRoutes: false,
    frameworkErrors(_error, _request, reply) {
      const raw = reply.hijack().raw;
      raw.writeHead(400, { 'content-type': contentType });
      raw.end(plainText('-22', 'the address is malformed'));
    },
    clientErrorHandler(error, socket) {
      refuseHttp(error.code, socket);
    },
  });
}

function refuseStrangers(app: FastifyInstance, host: string): void {
  app.addHook('onRequest', (request, reply, next) => {
    const named = request.headers.host;
    const steers = request.method !== 'GET' && request.url.startsWith('/_sandbox');
    if (!isTrustedHost(named, host)) {
      void reply.code(421).header('content-type', contentType).send(plainText('-22', 'this Host is not served here'));
    } else if (steers && !isOwnOrigin(request.headers.origin, named)) {
      void reply.code(403).header('content-type', contentType).send(plainText('-22', 'this Origin may not steer'));
    } else {
      next();
    }
  });
}

interface Serving {
  readonly accounts: Accounts;
  readonly operation: OperationId;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly closing: AbortSignal;
}

function serve({ accounts, operation, request, reply, closing }: Serving): FastifyReply {
  const account = accountOf(accounts, request);
  const body = request.body instanceof Uint8Array ? request.body : undefined;
  const wrongType = body === undefined ? undefined : wrongContentType(request);
  if (wrongType !== undefined) {
    return refuse({ account, operation, request, reply, http: 415, rule: 'request.contentType', detail: wrongType });
  }
  const { method, url: path } = request;
  const answer = account.answer({
    operation,
    method,
    path,
    headers: flatHeaders(request),
    body,
    ip: shortIp(request.ip),
  });
  if (answer.fault !== undefined) {
    reply.hijack();
    void deliverSpoiled(reply.raw, { ...answer, fault: answer.fault }, closing);
    return reply;
  }
  return reply.code(answer.http).headers(headersOf(answer)).send(answer.text);
}

/** Section "Authentication": `application/json;charset=UTF-8`. */
function wrongContentType(request: FastifyRequest): string | undefined {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
  if (encoding !== 'identity') return `Content-Encoding ${encoding} is not understood`;
  if (!/^application\/json\s*(;|$)/i.test(type)) return 'Content-Type must be application/json;charset=UTF-8';
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type)?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset) ? undefined : 'the charset must be UTF-8';
}

interface Refused {
  readonly account: Account;
  readonly operation: OperationId | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly http: number;
  readonly rule: string;
  readonly detail: string;
}

/** A request that is none of the operation: an HTTP status, and the operation's parameter code in its envelope. */
function refuse({ account, operation, request, reply, http, rule, detail }: Refused): FastifyReply {
  const text =
    operation === null
      ? plainText('-22', detail)
      : refusedText(operation, { status: parameterCode(operation), rule, detail });
  const body = readBody(request.body instanceof Uint8Array ? request.body : undefined);
  const { method, url: path } = request;
  const headers = flatHeaders(request);
  account.note({ operation, method, path, headers, body, answer: { http, text, rule } });
  return reply
    .code(http)
    .headers(headersOf({ http, text, rule, at: account.clock.now() }))
    .send(text);
}

function refuseUnknown(accounts: Accounts, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const account = accountOf(accounts, request);
  const path = request.url.split('?')[0];
  const known = servicePaths.find((candidate) => candidate.path === path);
  if (known === undefined) {
    const detail = 'the service has no such path';
    return refuse({ account, operation: null, request, reply, http: 404, rule: 'request.path', detail });
  }
  const { operation } = known;
  const { method } = operations[operation];
  void reply.header('allow', method);
  const detail = `the method must be ${method}`;
  return refuse({ account, operation, request, reply, http: 405, rule: 'request.method', detail });
}

interface Broken {
  readonly accounts: Accounts;
  readonly error: FastifyError;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly log: (line: string) => void;
}

/** What the HTTP library refuses by itself, and our own mistakes. */
function refuseBroken({ accounts, error, request, reply, log }: Broken): FastifyReply {
  const account = accountOf(accounts, request);
  const operation = servicePaths.find(({ path }) => path === request.url.split('?')[0])?.operation ?? null;
  const http = error.statusCode ?? 500;
  if (http >= 500) log(`sandbox: ${error.stack ?? error.message}`);
  const reasons: Readonly<Record<number, readonly [rule: string, detail: string]>> = {
    413: ['request.size', 'the body is too large'],
    415: ['request.contentType', 'Content-Type must be application/json;charset=UTF-8'],
    400: ['request.body', 'the body is not what its headers say'],
  };
  const [rule, detail] = reasons[http] ?? ['sandbox.broken', 'the sandbox failed'];
  return refuse({ account, operation, request, reply, http, rule, detail });
}

/** Bytes that are no HTTP, or that come too slowly: no request, so nothing is logged. */
function refuseHttp(code: string | undefined, socket: Socket): void {
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

function addSteering(app: FastifyInstance, accounts: Accounts, route: SteeringRoute): void {
  app.route<{ Querystring: Record<string, string>; Params: Record<string, string> }>({
    method: route.method,
    url: route.path,
    bodyLimit: 4 * mebibyte,
    handler(request, reply) {
      const body = readBody(request.body instanceof Uint8Array ? request.body : undefined);
      if (body.kind === 'malformed') return reply.code(400).send({ error: body.why });
      const account = accounts.forKey(request.query.key ?? headerText(request.headers['api-key']));
      const value = body.kind === 'json' ? body.value : {};
      return sendSteering(reply, route.handle({ account, body: value, query: request.query, params: request.params }));
    },
  });
}

function sendSteering(reply: FastifyReply, answer: SteeringReply): FastifyReply {
  const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...answer.headers };
  void reply.code(answer.http ?? 200).headers(headers);
  if ('json' in answer) return reply.header('content-type', contentType).send(`${JSON.stringify(answer.json)}\n`);
  if ('bytes' in answer) return reply.header('content-type', answer.type).send(answer.bytes);
  return reply.header('content-type', answer.type).send(Readable.from(answer.stream, { objectMode: false }));
}

function accountOf(accounts: Accounts, request: FastifyRequest): Account {
  return accounts.forKey(headerText(request.headers['api-key']));
}

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}

function flatHeaders(request: FastifyRequest): Readonly<Record<string, string>> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) flat[name] = headerText(value) ?? '';
  return flat;
}

function shortIp(ip: string): string {
  return ip.startsWith('::ffff:') ? ip.slice(7) : ip;
}
