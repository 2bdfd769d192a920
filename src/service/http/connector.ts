import type { Socket } from 'node:net';

/** How undici asks for a connection. */
type Connect<Options> = (options: Options, callback: ConnectCallback) => void;
type ConnectCallback = (...args: [error: null, socket: Socket] | [error: Error, socket: null]) => void;

/**
 * Connections on which an answer belongs to its request. What a server says before it was asked anything would be taken for
 * the answer to the first request: a new connection is therefore quiet for a round trip before it is used, and is given up
 * when bytes come. And an unasked `100 Continue`, which HTTP allows (RFC 9110, 15.2), is passed over: undici ends the
 * connection at one. `totalMs` is what a request may take in all.
 */
export function attentiveConnector<Options>(connect: Connect<Options>, totalMs: number): Connect<Options> {
  const quietMsMost = Math.min(100, totalMs / 10);
  return (options, callback) => {
    const beganAt = performance.now();
    connect(options, (error, socket) => {
      if (error !== null) return callback(error, null);
      const roundTripMs = Math.ceil(performance.now() - beganAt);
      const use = (): void => {
        if (socket.readableLength > 0) {
          socket.destroy();
          callback(new EarlyAnswer(), null);
        } else {
          skipContinue(socket);
          callback(null, socket);
        }
      };
      // Timers come before sockets: what has arrived by then is read first.
      setTimeout(() => setImmediate(use), Math.min(Math.max(roundTripMs, quietMsLeast), quietMsMost));
    });
  };
}

/** A server on this machine takes longer than a round trip to say its first word. */
const quietMsLeast = 3;

class EarlyAnswer extends Error {
  readonly code = 'EARLY_ANSWER';
}

/** A head is no longer than this; what is, is left to undici, which has a limit of its own. */
const longestHead = 16 * 1024;

/** Takes interim answers with the status 100 out of what is read between a request and the head of its answer. */
function skipContinue(socket: Socket): void {
  const { read, write } = socket;
  let awaitsHead = false;
  let held: Buffer | undefined;

  socket.write = (...args: unknown[]) => {
    awaitsHead = true;
    return Reflect.apply(write, socket, args) as boolean;
  };
  socket.read = (size?: number) => {
    for (;;) {
      const chunk: unknown = read.call(socket, size);
      if (!awaitsHead || size !== undefined || !Buffer.isBuffer(chunk)) return chunk;
      const bytes = withoutContinue(held === undefined ? chunk : Buffer.concat([held, chunk]));
      held = 'incomplete' in bytes ? bytes.incomplete : undefined;
      if ('incomplete' in bytes) continue;
      awaitsHead = false;
      return bytes;
    }
  };
}

const interim = Buffer.from('HTTP/1.1 100');

/** The bytes from the first head that is another; `incomplete` while that has not come. */
function withoutContinue(bytes: Buffer): Buffer | { readonly incomplete: Buffer } {
  let rest = bytes;
  while (rest.length < longestHead) {
    const compared = Math.min(rest.length, interim.length);
    if (interim.compare(rest, 0, compared, 0, compared) !== 0) return rest;
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return { incomplete: rest };
    rest = rest.subarray(end + 4);
  }
  return rest;
}
