import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { boundedLine } from '../../diagnostic/visible-text.ts';
import { type Listening, listen } from '../../platform/listen.ts';
import type { Clock, Instant } from '../../platform/ports.ts';
import type { Identify, Turned, Visitor } from './admit.ts';
import { type OwnAddress, turnedByHost, turnedByOrigin, turnedByRole } from './admit.ts';
import { framedPolicy, page, pageFile, pagePolicy } from './page-files.ts';
import { type ControlReply, type ControlRequest, type ControlRoute, isMadePage, type MadePage } from './route.ts';

export interface ControlServerOptions {
  /** 127.0.0.1 by default. */
  readonly host?: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** Where browsers find it; by default this machine's own address. */
  readonly publicUrl?: URL | undefined;
  readonly identify: Identify;
  readonly routes: readonly ControlRoute[];
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

const loopback = '127.0.0.1';

/** Behind most requests is a process. A page has two or three of them at a time. */
const mostAtOnce = 12;

/** A page assumes that a server which has sent nothing for three times as long is gone. */
const stillHereMs = 15_000;

const tooMuch: Turned = {
  status: 429,
  words: `${mostAtOnce} requests of yours are not answered yet. Wait for one of them.`,
};

/** Each looks at its campaigns every second, and a page has one: more than somebody has tabs would hold up who wants to pause. */
const mostStreams = 30;

const tooManyPages: Turned = {
  status: 429,
  words: `${mostStreams} pages of yours are open. Close one of them.`,
};

/** The page and its data. Rejects where the port is taken. */
export async function startControlServer(options: ControlServerOptions): Promise<Listening> {
  const { clock, identify, log, routes, host = loopback, publicUrl, tls } = options;
  const hosts = new Set<string>();
  const own: OwnAddress = { scheme: (publicUrl?.protocol ?? 'http:') === 'https:' ? 'https' : 'http', hosts };
  const tickets = createTickets(() => clock.now());
  /** By account: requests that are not answered yet, and streams that go on. */
  const [asking, streaming] = [createCounts(), createCounts()];

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const wrongHost = turnedByHost(request.headers, own);
    if (wrongHost !== undefined) return turnAway(response, wrongHost);
    const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!path.startsWith('/api/')) {
      if (!isRead) return sendJson(response, 405, { refused: 'Use GET.' });
      return sendPage(path, response);
    }
    const visitor = turnedByOrigin(request.headers, own) ?? identify(request);
    if ('status' in visitor) return turnAway(response, visitor);
    const route = routes.find((one) => one.path === path && one.method === request.method);
    if (route === undefined) return sendJson(response, 404, { refused: 'There is no such page.' });
    const turned = route.acts ? turnedByRole(visitor) : undefined;
    if (turned !== undefined) return turnAway(response, turned);
    const body = route.method === 'POST' ? await readJson(request) : {};
    if (typeof body === 'string') return sendJson(response, 400, { refused: body });
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const asked = asVisitor(new URLSearchParams(query), body, visitor);
    const who = visitor.name ?? '';
    // An action never waits for pages.
    if (!route.acts && asking.of(who) >= mostAtOnce) return turnAway(response, tooMuch);
    const reply = await asking.during(who, () => route.handle({ ...asked, signal: gone.signal }));
    const isStillAdmitted = (): boolean => isSameVisitor(identify(request), visitor);
    const answered = (): Promise<void> => sendReply(response, reply, { gone, isStillAdmitted });
    if (!('events' in reply)) return answered();
    if (streaming.of(who) >= mostStreams) return turnAway(response, tooManyPages);
    await streaming.during(who, answered);
  };

  const sendPage = (path: string, response: ServerResponse): void => {
    const framed = path.startsWith('/view/') ? tickets.take(path.slice('/view/'.length)) : undefined;
    if (framed !== undefined) return send(response, 200, 'text/html; charset=utf-8', framed, framedPolicy);
    const file = pageFile(path);
    if (file === undefined) return send(response, 404, 'text/html; charset=utf-8', page);
    return send(response, 200, file.type, file.text);
  };

  const withAddress = ({ page: made, facts }: MadePage): object => ({ view: `/view/${tickets.add(made)}`, ...facts });

  const sendReply = async (
    response: ServerResponse,
    reply: ControlReply,
    { gone, isStillAdmitted }: { readonly gone: AbortController; readonly isStillAdmitted: () => boolean },
  ): Promise<void> => {
    const { signal } = gone;
    if ('refused' in reply) return sendJson(response, 409, reply);
    if ('json' in reply) return sendJson(response, 200, reply.json);
    if ('page' in reply) return sendJson(response, 200, withAddress(reply));
    response.writeHead(200, { ...headers(pagePolicy), 'content-type': 'text/event-stream; charset=utf-8' });
    response.flushHeaders();
    void sayStillHere(response, gone, isStillAdmitted);
    for await (const value of reply.events) {
      if (signal.aborted || !isStillAdmitted()) break;
      // A reader that is slower than the events gets the next one when it has taken this one.
      const sent = isMadePage(value) ? withAddress(value) : value;
      if (!response.write(`data: ${JSON.stringify(sent)}\n\n`) && !signal.aborted)
        await once(response, 'drain', { signal }).catch(() => undefined);
    }
    response.end();
  };

  /** A line from time to time, until its reader goes or may not see it any more: a connection that is silent may be gone. */
  const sayStillHere = async (
    response: ServerResponse,
    gone: AbortController,
    isStillAdmitted: () => boolean,
  ): Promise<void> => {
    for (;;) {
      await clock.sleepUntil(clock.now() + stillHereMs, gone.signal);
      if (gone.signal.aborted) return;
      if (isStillAdmitted()) response.write(': still here\n\n');
      else gone.abort();
    }
  };

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    answer(request, response).catch((error: unknown) => {
      // Where it did not come to its end, who sent it went away, and nothing was done.
      if (request.complete)
        log(`${request.method} ${request.url?.split('?')[0]}: ${error instanceof Error ? error.stack : String(error)}`);
      if (response.headersSent || !request.complete) response.destroy();
      else sendJson(response, 500, { refused: 'Internal error: the control room has printed it.' });
    });
  };
  const server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
  const listening = await listen(server, { port: options.port, host });
  const { port } = listening;
  const names = publicUrl === undefined ? [`${loopback}:${port}`, `localhost:${port}`] : [publicUrl.host];
  for (const name of names) hosts.add(name);
  return listening;
}

function createCounts() {
  const counts = new Map<string, number>();
  return {
    of: (who: string): number => counts.get(who) ?? 0,
    async during<Value>(who: string, work: () => Promise<Value>): Promise<Value> {
      counts.set(who, (counts.get(who) ?? 0) + 1);
      try {
        return await work();
      } finally {
        const left = (counts.get(who) ?? 1) - 1;
        if (left === 0) counts.delete(who);
        else counts.set(who, left);
      }
    },
  };
}

const longestName = 200;

/** What they ask for, as far as they may have it: a viewer's wish to see numbers is not passed on. */
function asVisitor(
  query: URLSearchParams,
  body: Readonly<Record<string, unknown>>,
  { name, mayAct, seesNumbers }: Visitor,
): Omit<ControlRequest, 'signal'> {
  const { numbers, by, ...rest } = body;
  // It goes into the command line of a run, where a NUL or a text without end would start nothing.
  const typed = typeof by === 'string' && by.trim() !== '' ? boundedLine(by.trim(), longestName) : undefined;
  return {
    query,
    body: rest,
    mayAct,
    seesNumbers,
    showNumbers: seesNumbers && (query.get('numbers') ?? numbers) === 'show',
    account: name,
    signedBy: name ?? typed,
  };
}

/** What a stream shows depends on all of it. */
function isSameVisitor(now: Visitor | Turned, before: Visitor): boolean {
  if ('status' in now) return false;
  return now.name === before.name && now.mayAct === before.mayAct && now.seesNumbers === before.seesNumbers;
}

function turnAway(response: ServerResponse, { status, words }: Turned): void {
  sendJson(response, status, { refused: words });
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

const mostBytes = 1_000_000;

/** What was sent, or in words why it is not taken. */
async function readJson(request: IncomingMessage): Promise<Readonly<Record<string, unknown>> | string> {
  if (request.headers['content-type'] !== 'application/json') return 'Send JSON.';
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) return 'This is too long.';
    chunks.push(chunk);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : 'Send one JSON object.';
  } catch {
    return 'This is not JSON.';
  }
}

const validMs = 60_000;

/** Pages for a frame or a tab, which cannot send the token: each is fetched once, within a minute, under a name that nobody can guess. */
function createTickets(now: () => Instant) {
  const pages = new Map<string, { readonly page: string; readonly until: Instant }>();
  return {
    add(page: string): string {
      for (const [name, { until }] of pages) if (until <= now()) pages.delete(name);
      const name = randomBytes(24).toString('base64url');
      pages.set(name, { page, until: now() + validMs });
      return name;
    },
    take(name: string): string | undefined {
      const found = pages.get(name);
      pages.delete(name);
      return found === undefined || found.until <= now() ? undefined : found.page;
    },
  };
}
