import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIPv6, type Socket } from 'node:net';

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
