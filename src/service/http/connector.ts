import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIPv6, type Socket } from 'node:net';
import type { buildConnector } from 'undici';

/** Connections that are made inside a tunnel. */
export function throughProxy(connect: buildConnector.connector, proxy: URL, ms: number): buildConnector.connector {
  return (options, callback) => {
    openTunnel(proxy, options, AbortSignal.timeout(ms)).then(
      (httpSocket) => connect({ ...options, httpSocket }, callback),
      (error: Error) => callback(error, null),
    );
  };
}

/**
 * Connections on which every answer belongs to its request. Bytes that a server sends before any request would be taken for the
 * answer to the first one: a new connection is therefore watched for one round trip before it is used, and is given up if bytes
 * arrive or it ends. An unexpected `100 Continue`, which HTTP allows (RFC 9110, 15.2), is removed, because undici closes the
 * connection at one. `totalMs` is the limit for a whole request.
 */
export function attentiveConnector(connect: buildConnector.connector, totalMs: number): buildConnector.connector {
  const quietMsMost = Math.min(100, totalMs / 10);
  return (options, callback) => {
    const beganAt = performance.now();
    connect(options, (error, socket) => {
      if (error !== null) return callback(error, null);
      const roundTripMs = Math.ceil(performance.now() - beganAt);
      const use = (): void => {
        const trouble = socket.readableLength > 0 ? 'EARLY_ANSWER' : socket.readable ? undefined : 'CLOSED_AT_ONCE';
        if (trouble !== undefined) {
          socket.destroy();
          return callback(socket.errored ?? Object.assign(new Error(trouble), { code: trouble }), null);
        }
        skipContinue(socket);
        callback(null, socket);
      };
      // Timers run before sockets, so bytes that have arrived are read first.
      setTimeout(() => setImmediate(use), Math.min(Math.max(roundTripMs, quietMsLeast), quietMsMost));
    });
  };
}

/** A server on this machine needs longer than a round trip to send its first byte. */
const quietMsLeast = 3;

/** Longer heads are left to undici, which has its own limit. */
const longestHead = 16 * 1024;

/** Removes interim answers with the status 100 from the bytes between a request and the head of its answer. */
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
const statusAt = interim.indexOf('100');

/** The bytes from the first head with another status; `incomplete` until that has arrived. */
function withoutContinue(bytes: Buffer): Buffer | { readonly incomplete: Buffer } {
  let rest = bytes;
  while (rest.length < longestHead) {
    // Nearly every head: to compare bytes takes longer than to read one.
    if (rest.length > statusAt && rest[statusAt] !== interim[statusAt]) return rest;
    const compared = Math.min(rest.length, interim.length);
    if (interim.compare(rest, 0, compared, 0, compared) !== 0) return rest;
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return { incomplete: rest };
    rest = rest.subarray(end + 4);
  }
  return rest;
}

export class ProxyFailure extends Error {}

/**
 * A connection to a server through an HTTP proxy (CONNECT, RFC 9110, 9.3.6): what is sent over it reaches the server as it is. Rejects
 * with a `ProxyFailure`, also where `signal` aborts before there is one.
 */
export function openTunnel(
  proxy: URL,
  to: { readonly hostname: string; readonly port: string },
  signal: AbortSignal,
): Promise<Socket> {
  const host = `${isIPv6(to.hostname) ? `[${to.hostname}]` : to.hostname}:${to.port || '443'}`;
  const request = proxy.protocol === 'https:' ? requestSecure : requestPlain;
  const { username, password } = proxy;
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = { 'proxy-authorization': `Basic ${Buffer.from(user).toString('base64')}` };
  return new Promise((resolve, reject) => {
    const asked = request({
      protocol: proxy.protocol,
      hostname: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port,
      method: 'CONNECT',
      path: host,
      headers: { host, ...(username === '' && password === '' ? {} : authorization) },
      agent: false,
    });
    const refuse = (why: string): void => {
      signal.removeEventListener('abort', giveUp);
      asked.destroy();
      reject(new ProxyFailure(`the proxy ${proxy.host} ${why}`));
    };
    const giveUp = (): void => refuse('did not answer in time');
    signal.addEventListener('abort', giveUp);
    const refusedWith = (status: number | undefined): void =>
      refuse(
        status === 407
          ? 'asks for a user and a password, or refuses these (407)'
          : `answered ${status} when it was asked for ${host}`,
      );
    asked.once('connect', ({ statusCode = 0 }, socket: Socket, head) => {
      const isOpen = statusCode >= 200 && statusCode < 300;
      if (isOpen && head.length === 0) {
        signal.removeEventListener('abort', giveUp);
        return resolve(socket);
      }
      socket.destroy();
      if (isOpen) refuse('sends bytes before the service was asked');
      else refusedWith(statusCode);
    });
    asked.once('response', ({ statusCode }) => refusedWith(statusCode));
    asked.on('error', (error) => refuse(`does not answer: ${'code' in error ? String(error.code) : error.name}`));
    asked.end();
  });
}
