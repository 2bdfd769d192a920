import { createServer, type Server, type Socket } from 'node:net';
import { type Client, type ClientOptions, createClient } from '../../src/service/http/client.ts';

export const credentials = { apiKey: 'bDqJFiq9', apiSecret: '7bz1lzh9' };

/** 2021-09-01T04:00:00Z, the second of the known signature. */
export const noon = 1_630_468_800_000;

/** A server of bytes: `answer` gets each whole request. */
export interface Peer extends AsyncDisposable {
  readonly baseUrl: string;
  readonly client: Client;
  readonly requests: string[];
  time: number;
}

export type AnswerRequest = (socket: Socket, request: string, count: number) => void;

export async function peer(answer: AnswerRequest, options: Partial<ClientOptions> = {}): Promise<Peer> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    let text = '';
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const length = /content-length: (\d+)/i.exec(text)?.[1] ?? '0';
      const end = text.indexOf('\r\n\r\n');
      if (end === -1 || text.length < end + 4 + Number(length)) return;
      requests.push(text);
      text = '';
      answer(socket, requests.at(-1) ?? '', requests.length);
    });
  });
  const baseUrl = `http://127.0.0.1:${await listen(server)}`;
  const clock = { now: () => made.time, sleepUntil: () => Promise.resolve() };
  const client = createClient({ baseUrl, clock, connections: 4, ...credentials, ...options });
  const made: Peer = {
    baseUrl,
    client,
    requests,
    time: noon,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await client.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return made;
}

export function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

export function http(status: string, body: string | Buffer, headers: readonly string[] = []): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([
    Buffer.from([`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${bytes.length}`, '', ''].join('\r\n')),
    bytes,
  ]);
}
