import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { listen } from './byte-server.ts';

/** An HTTP proxy on this machine. */
export interface HttpProxy extends AsyncDisposable {
  readonly port: number;
  /** What it was asked for, each with the user and the password that came with it. */
  readonly asked: { readonly target: string; readonly user: string }[];
}

/** `ports`: where the hosts are that only the proxy knows. Of all others it answers 403. */
export async function createHttpProxy(ports: Readonly<Record<string, number>>): Promise<HttpProxy> {
  const asked: HttpProxy['asked'] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_, response) => void response.writeHead(400).end());
  server.on('connect', ({ url: target = '', headers }, client: Socket) => {
    const authorization = (headers['proxy-authorization'] ?? '').replace(/^Basic /, '');
    asked.push({ target, user: Buffer.from(authorization, 'base64').toString() });
    sockets.add(client);
    const port = ports[target];
    if (port === undefined) {
      client.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    const host = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(host).pipe(client);
    });
    host.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.on('error', () => host.destroy()).on('close', () => host.destroy());
  });
  const port = await listen(server);
  return {
    port,
    asked,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
