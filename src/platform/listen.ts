import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Address {
  readonly host: string;
  readonly port: number;
}

/** A server that listens. */
export interface Listening {
  readonly port: number;
  /** Ends it with all its connections. */
  close(): Promise<void>;
}

/** Port 0 is a free one. Rejects in words, where the reason is one of the usual ones. */
export async function listen(server: Server, at: Address): Promise<Listening> {
  try {
    server.listen({ ...at });
    await once(server, 'listening');
  } catch (error) {
    throw inWords(error, at);
  }
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A host as it is in a URL, before its port. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

function inWords(error: unknown, { host, port }: Address): unknown {
  const address = `${urlHost(host)}:${port}`;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return new Error(`${address} is in use by another program`, { cause: error });
  if (code === 'EACCES') return new Error(`this user may not listen on ${address}`, { cause: error });
  if (code === 'ERR_SOCKET_BAD_PORT')
    return new Error(`${port} is not a port number; use 0 to 65535`, { cause: error });
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new Error(`${address} is not an address of this machine`, { cause: error });
  }
  return error;
}
