import { lookup } from 'node:dns/promises';
import { setMaxListeners } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Listening, listen } from '../../platform/listen.ts';
import { contentType } from '../../service/http/signature.ts';
import { plainText } from './answer-text.ts';
import type { EndpointOptions } from './asked.ts';
import { createEndpoint } from './service-endpoint.ts';

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
