import { connect, createServer, type Socket } from 'node:net';
import { listen } from './byte-server.ts';

/** A moment on the wire, as the service's side of it sees them. */
export type WireMoment = 'connect' | 'firstByte' | 'answer';

export interface WireProxy extends AsyncDisposable {
  readonly url: string;
  /** Asked at every moment, with the request's path where it is known; when it says so, nothing goes on from there. */
  stopAt: (moment: WireMoment, path: string) => boolean;
  /** Asked of every answer: it goes on when this resolves. */
  until: (answer: Buffer) => Promise<unknown> | undefined;
}

/** A proxy between a client and a sandbox, with one request per connection, that can cut the wire at a chosen moment. */
export async function createWireProxy(target: string): Promise<WireProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    keep(client);
    if (proxy.stopAt('connect', '')) return;
    let path = '';
    const service = connect(Number(port), hostname);
    keep(service);
    let stopped = false;
    client.on('data', (chunk: Buffer) => {
      const line = /^[A-Z]+ (\S+) HTTP/.exec(chunk.toString('latin1'));
      if (line !== null) {
        path = line[1] ?? '';
        stopped = proxy.stopAt('firstByte', path);
      }
      if (!stopped) service.write(chunk);
    });
    service.on('data', (chunk: Buffer) => {
      stopped ||= proxy.stopAt('answer', path);
      if (!stopped) void Promise.resolve(proxy.until(chunk)).then(() => client.end(chunk));
    });
    client.on('close', () => service.destroy());
  });
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const proxy: WireProxy = {
    url: `http://127.0.0.1:${await listen(server)}`,
    stopAt: () => false,
    until: () => undefined,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
