import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Clock } from '../../platform/ports.ts';
import { type Admission, turnedAway, turnedByHost } from './admit.ts';
import { framedPolicy, pageFile, pagePolicy } from './page-files.ts';
import { readJson } from './read-json.ts';
import type { ControlReply, ControlRoute } from './route.ts';
import { createTickets } from './tickets.ts';
import { createWrongTokens } from './wrong-tokens.ts';

export interface ControlServerOptions {
  /** 0 picks a free one. */
  readonly port: number;
  readonly token: string;
  readonly allowActions: boolean;
  readonly routes: readonly ControlRoute[];
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

export interface ControlServer {
  readonly port: number;
  close(): Promise<void>;
}

const address = '127.0.0.1';

/** The page and its data on this machine's own address. Rejects where the port is taken. */
export async function startControlServer(options: ControlServerOptions): Promise<ControlServer> {
  const { clock, token, log, allowActions, routes } = options;
  const hosts = new Set<string>();
  const now = (): number => clock.now();
  const admission: Admission = { hosts, token, wrongTokens: createWrongTokens(now, log) };
  const tickets = createTickets(now);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const wrongHost = turnedByHost(request.headers, admission);
    if (wrongHost !== undefined) return sendJson(response, wrongHost.status, { refused: wrongHost.words });
    const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!path.startsWith('/api/')) {
      if (!isRead) return sendJson(response, 405, { refused: 'Use GET.' });
      return sendPage(path, response);
    }
    const turned = turnedAway(request.headers, admission);
    if (turned !== undefined) return sendJson(response, turned.status, { refused: turned.words });
    const route = routes.find((one) => one.path === path && one.method === request.method);
    if (route === undefined) return sendJson(response, 404, { refused: 'There is no such page.' });
    if (route.acts && !allowActions)
      return sendJson(response, 403, {
        refused: 'This control room only shows. Start it with `callsheet open --allow-actions` to change something.',
      });
    const body = route.method === 'POST' ? await readJson(request) : {};
    if (typeof body === 'string') return sendJson(response, 400, { refused: body });
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const reply = await route.handle({ query: new URLSearchParams(query), body, signal: gone.signal });
    await sendReply(response, reply, gone.signal);
  };

  const sendPage = (path: string, response: ServerResponse): void => {
    const framed = path.startsWith('/view/') ? tickets.take(path.slice('/view/'.length)) : undefined;
    if (framed !== undefined) return send(response, 200, 'text/html; charset=utf-8', framed, framedPolicy);
    const file = pageFile(path);
    if (file === undefined) return send(response, 404, 'text/plain; charset=utf-8', 'There is no such page.\n');
    return send(response, 200, file.type, file.text);
  };

  const sendReply = async (response: ServerResponse, reply: ControlReply, signal: AbortSignal): Promise<void> => {
    if ('refused' in reply) return sendJson(response, 409, reply);
    if ('json' in reply) return sendJson(response, 200, reply.json);
    if ('page' in reply) return sendJson(response, 200, { view: `/view/${tickets.add(reply.page)}` });
    response.writeHead(200, { ...headers(pagePolicy), 'content-type': 'text/event-stream; charset=utf-8' });
    response.flushHeaders();
    for await (const value of reply.events) {
      if (signal.aborted) break;
      // A reader that is slower than the events gets the next one when it has taken this one.
      if (!response.write(`data: ${JSON.stringify(value)}\n\n`) && !signal.aborted)
        await once(response, 'drain', { signal }).catch(() => undefined);
    }
    response.end();
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      log(`${request.method} ${request.url?.split('?')[0]}: ${error instanceof Error ? error.stack : String(error)}`);
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { refused: 'Internal error: `callsheet open` has printed it.' });
    });
  });
  server.listen({ port: options.port, host: address });
  await once(server, 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : options.port;
  for (const name of [address, 'localhost']) hosts.add(`${name}:${port}`);
  return {
    port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  send(response, status, 'application/json', JSON.stringify(value));
}

function send(response: ServerResponse, status: number, type: string, text: string, policy = pagePolicy): void {
  response.writeHead(status, {
    ...headers(policy),
    'content-type': type,
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

function headers(policy: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}
