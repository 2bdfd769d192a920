import { lookup } from 'node:dns/promises';
import { once, setMaxListeners } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { contentType } from '../../service/http/signature.ts';
import type { Accounts } from '../account/accounts.ts';
import { createAdminEndpoint } from './admin-endpoint.ts';
import { plainText } from './answer-text.ts';
import { createServiceEndpoint } from './service-endpoint.ts';

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

export async function listen({ accounts, port, host, requestTimeoutMs, log }: ListenOptions): Promise<Listening> {
  const closing = new AbortController();
  // Every open event stream listens to it.
  setMaxListeners(0, closing.signal);
  const options = { accounts, host, log, closing: closing.signal };
  const [service, admin] = [createServiceEndpoint(options), createAdminEndpoint(options)];
  const servers = await listenOn(
    () =>
      createHttpServer(requestTimeoutMs, (request, response) => {
        if (!service(request, response)) admin(request, response);
      }),
    { port, host },
  );
  return {
    port: servers.port,
    async close() {
      closing.abort();
      await servers.close();
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

/** Listens on every address of a name: `localhost` is two, and a client may try either first. Rejects if the first is not available. */
async function listenOn(
  make: () => Server,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<Listening> {
  const [first, ...others] = host === 'localhost' ? await lookup(host, { all: true }) : [{ address: host }];
  const main = await bind(make(), port, first?.address ?? host);
  const address = main.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  const servers = [main];
  for (const other of others) {
    // An address that the machine lists but does not have (often IPv6) is not an error.
    const server = await bind(make(), bound, other.address).catch(() => undefined);
    if (server !== undefined) servers.push(server);
  }
  return {
    port: bound,
    async close() {
      await Promise.all(servers.map(closeAtOnce));
    },
  };
}

async function bind(server: Server, port: number, host: string): Promise<Server> {
  server.listen({ port, host });
  await once(server, 'listening');
  return server;
}

async function closeAtOnce(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
