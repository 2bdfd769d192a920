import { connect, type Socket } from 'node:net';

/** What a load came to. */
export interface Load {
  readonly requests: number;
  readonly seconds: number;
  /** Answers whose head was not HTTP 200. */
  readonly failures: number;
}

export interface LoadOptions {
  readonly port: number;
  /** Sockets, each with one request under way. */
  readonly concurrency: number;
  readonly requests: number;
  /** The bytes of the nth request. */
  readonly request: (ordinal: number) => Buffer;
}

/**
 * Asks over bare sockets: a client library would take as much of the processor as the server that is measured. Answers
 * must have a Content-Length.
 */
export async function runLoad({ port, concurrency, requests, request }: LoadOptions): Promise<Load> {
  let sent = 0;
  let failures = 0;
  const started = process.hrtime.bigint();
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      socket.on('error', reject);
      socket.on('connect', () => next(socket));
      let rest = Buffer.alloc(0);
      socket.on('data', (chunk) => {
        rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
        const length = lengthOf(rest);
        if (length === undefined || rest.length < length) return;
        if (rest.subarray(9, 12).toString('latin1') !== '200') failures++;
        rest = rest.subarray(length);
        next(socket);
      });
      const next = (open: Socket): void => {
        if (sent >= requests) {
          open.end();
          resolve();
        } else {
          open.write(request(sent++));
        }
      };
    });
  await Promise.all(Array.from({ length: concurrency }, one));
  return { requests, seconds: Number(process.hrtime.bigint() - started) / 1e9, failures };
}

/** Bytes of the first answer in `bytes`, once its head is whole. */
function lengthOf(bytes: Buffer): number | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const length = /content-length: (\d+)/i.exec(bytes.subarray(0, end).toString('latin1'))?.[1];
  return end + 4 + Number(length ?? 0);
}
