import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { connect } from 'node:tls';
import { openTunnel } from '../service/http/connector.ts';

/**
 * One POST, without redirects, through the proxy if there is one. Why it failed, or undefined. An error's own text may quote the address,
 * which is a secret.
 */
export async function postNotice(
  url: URL,
  body: string,
  { proxy, signal }: { readonly proxy: URL | undefined; readonly signal: AbortSignal },
): Promise<string | undefined> {
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  let tunnel: Socket | undefined;
  try {
    tunnel = proxy && (await openTunnel(proxy, url, signal));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // TLS has no server names that are addresses.
  const named = isIP(host) === 0 ? { servername: host } : {};
  const through = tunnel && { createConnection: () => connect({ socket: tunnel, host, ...named }) };
  return new Promise((resolve) => {
    const sent = request(url, { method: 'POST', headers, signal, ...(through ?? { agent: false }) }, (answer) => {
      const { statusCode = 0 } = answer;
      resolve(statusCode >= 200 && statusCode < 300 ? undefined : `the server answered ${statusCode}`);
      // What else it says does not matter, and it may never end.
      answer.on('error', () => {}).destroy();
    });
    sent.on('error', (error) => {
      resolve(`the server does not answer: ${'code' in error ? String(error.code) : error.name}`);
    });
    sent.end(body);
  });
}
