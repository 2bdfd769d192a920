import { connect, createServer, type Socket } from 'node:net';
import { listen } from '../byte-server.ts';

/** A wire between a process and its database. */
export interface DatabaseProxy extends AsyncDisposable {
  /** The URL of the database through the proxy. */
  readonly url: string;
  /** Cuts all connections, and refuses new ones until `restore`. */
  cut(): void;
  restore(): void;
  /**
   * The next statement with this text reaches the server, but its answer does not come back: the connection is cut. Resolves then.
   * `after`: only on a connection that has sent this before, from now on.
   */
  loseAnswerTo(statement: string, after?: string): Promise<void>;
  /** The next statement with this text is answered, and from then on nothing leaves its connection any more. Resolves then. */
  stopAfter(statement: string): Promise<void>;
  /** No statement with this text reaches the server before `letGo`. Resolves when the first one is held back. */
  holdBack(statement: string): Promise<void>;
  letGo(): void;
  /** From now on each statement arrives so much later, at random. */
  slow(mostMs: number): void;
}

interface Holding {
  readonly statement: string;
  readonly back: (() => void)[];
  readonly held: () => void;
}

interface Losing {
  readonly statement: string;
  readonly after: string;
  /** Connections that have sent what comes before. */
  readonly ready: WeakSet<Socket>;
  readonly lost: () => void;
}

export async function createDatabaseProxy(database: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(database);
  const sockets = new Set<Socket>();
  let isCut = false;
  let stopping: { readonly statement: string; readonly stopped: () => void } | undefined;
  let holding: Holding | undefined;
  let slowMs = 0;
  let losing: Losing | undefined;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) keep(socket);
    let isLost = false;
    let lateUntil = 0;
    const pass = (chunk: Buffer): void => {
      const now = performance.now();
      lateUntil = Math.max(lateUntil, now + Math.random() * slowMs);
      if (lateUntil <= now) upstream.write(chunk);
      else setTimeout(() => upstream.write(chunk), lateUntil - now);
    };
    let stopped: (() => void) | undefined;
    client.on('data', (chunk: Buffer) => {
      if (stopped !== undefined) return;
      if (holding !== undefined && chunk.includes(holding.statement)) {
        client.pause();
        holding.back.push(() => {
          upstream.write(chunk);
          client.resume();
        });
        holding.held();
        return;
      }
      pass(chunk);
      if (stopping !== undefined && chunk.includes(stopping.statement)) {
        stopped = stopping.stopped;
        stopping = undefined;
      }
      if (losing === undefined) return;
      const isReady = losing.ready.has(client);
      if (chunk.includes(losing.after)) losing.ready.add(client);
      if (!chunk.includes(losing.statement) || (losing.after !== '' && !isReady)) return;
      isLost = true;
      losing.lost();
      losing = undefined;
    });
    upstream.on('data', (chunk: Buffer) => {
      // The server has answered, so the statement has been carried out.
      if (isLost) client.destroy();
      else client.write(chunk);
      stopped?.();
    });
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  const url = Object.assign(new URL(database), { hostname: '127.0.0.1', port: String(await listen(server)) });
  return {
    url: url.href,
    cut,
    restore: () => void (isCut = false),
    stopAfter: (statement) => new Promise((stopped) => void (stopping = { statement, stopped })),
    holdBack: (statement) => new Promise((held) => void (holding = { statement, back: [], held })),
    letGo() {
      const back = holding?.back ?? [];
      holding = undefined;
      for (const pass of back) pass();
    },
    slow: (mostMs) => void (slowMs = mostMs),
    loseAnswerTo: (statement, after = '') =>
      new Promise((lost) => void (losing = { statement, after, ready: new WeakSet(), lost })),
    async [Symbol.asyncDispose]() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
