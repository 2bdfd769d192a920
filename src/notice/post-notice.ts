import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';

/** One POST, without redirects. Why it failed, or undefined. An error's own text may quote the address, which is a secret. */
export function postNotice(url: URL, body: string, signal: AbortSignal): Promise<string | undefined> {
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve) => {
    const sent = request(url, { method: 'POST', headers, agent: false, signal }, (answer) => {
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
