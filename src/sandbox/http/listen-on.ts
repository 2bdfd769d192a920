import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { Server } from 'node:http';

export interface ListeningServers {
  readonly port: number;
  close(): Promise<void>;
}

/** Listens on every address of a name: `localhost` is two, and a client may try either first. Rejects if the first is not available. */
export async function listenOn(
  createServer: () => Server,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<ListeningServers> {
  const [first, ...others] = host === 'localhost' ? await lookup(host, { all: true }) : [{ address: host }];
  const main = await bind(createServer(), port, first?.address ?? host);
  const address = main.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  const servers = [main];
  for (const other of others) {
    // An address that the machine lists but does not have (often IPv6) is not an error.
    const server = await bind(createServer(), bound, other.address).catch(() => undefined);
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
