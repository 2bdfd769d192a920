import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { listen } from './byte-server.ts';
import { certifiedName, selfSigned } from './self-signed.ts';

/** A TLS server before a sandbox whose handshakes a test can hold: a connection is open, and not ready. */
export interface SlowTls extends AsyncDisposable {
  /** For the process that is to talk to it: where it is, and whom to trust. */
  readonly env: { readonly CALLSHEET_BASE_URL: string; readonly NODE_EXTRA_CA_CERTS: string };
  /** Bytes of requests that have arrived. */
  bytes(): number;
  /** From now on, handshakes wait; the first few of these do not. */
  hold(letFirst?: number): void;
  /** From now on, handshakes wait; the first does not, but its connection is closed when one request was answered on it. */
  holdAfterFirst(): void;
  /** Resolves when so many handshakes wait at once. */
  waiting(count: number): Promise<void>;
  /** All handshakes that wait go on, and none waits from now on. */
  release(): void;
  /** Resolves when nobody is connected any more. */
  empty(): Promise<void>;
}

export async function createSlowTls(target: string): Promise<SlowTls> {
  const { hostname, port } = new URL(target);
  const { key, cert } = selfSigned();
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-tls-'));
  const trusted = join(folder, 'cert.pem');
  writeFileSync(trusted, cert);
  const sockets = new Set<Socket>();
  const held: Socket[] = [];
  const watchers = new Set<() => void>();
  let bytes = 0;
  let holds = false;
  let letNext = 0;
  let closesNext = false;

  const changed = (): void => {
    for (const watcher of watchers) watcher();
  };
  const until = (isSo: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const watcher = (): void => {
        if (!isSo()) return;
        watchers.delete(watcher);
        resolve();
      };
      watchers.add(watcher);
      watcher();
    });

  const tls = createTlsServer({ key, cert }, (client) => {
    const service = connect(Number(port), hostname);
    const closes = closesNext;
    closesNext = false;
    client.on('error', () => client.destroy()).on('close', () => service.destroy());
    service.on('error', () => service.destroy()).on('close', () => client.destroy());
    client.on('data', (chunk) => {
      bytes += chunk.length;
      const text = chunk.toString('latin1').replace(`host: ${certifiedName}`, `host: ${hostname}`);
      service.write(closes ? text.replace(/^connection: keep-alive/im, 'connection: close') : text, 'latin1');
    });
    service.pipe(client);
  });
  tls.on('tlsClientError', () => undefined);
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      changed();
    });
    if (!holds || letNext-- > 0) tls.emit('connection', socket);
    else held.push(socket);
    changed();
  });
  const url = `https://127.0.0.1:${await listen(server)}`;

  return {
    env: { CALLSHEET_BASE_URL: url, NODE_EXTRA_CA_CERTS: trusted },
    bytes: () => bytes,
    hold(letFirst = 0) {
      holds = true;
      letNext = letFirst;
    },
    holdAfterFirst() {
      holds = true;
      letNext = 1;
      closesNext = true;
    },
    waiting: (count) => until(() => held.length >= count),
    release() {
      holds = false;
      for (const socket of held.splice(0)) tls.emit('connection', socket);
    },
    empty: () => until(() => sockets.size === 0),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
}
