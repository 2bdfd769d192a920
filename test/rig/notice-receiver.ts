import { createServer as createPlain, type RequestListener, type Server } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { selfSigned } from './self-signed.ts';

export const secretPath = '/hooks/T0SECRET?token=s3cr3t';

/** A server to which notices go. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly cert: string;
  readonly bodies: Record<string, unknown>[];
}

/**
 * Answers the requests in this order, the last one for all that follow: a status, or nothing ever. `onNotice`: before it answers.
 */
export async function receiver(
  answers: readonly (number | 'hang')[],
  secure = true,
  onNotice?: (body: Record<string, unknown>) => Promise<void>,
): Promise<Receiver> {
  const bodies: Record<string, unknown>[] = [];
  const listener: RequestListener = (request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const answer = answers[Math.min(bodies.length, answers.length - 1)]!;
      const body = JSON.parse(text) as Record<string, unknown>;
      bodies.push(body);
      void (onNotice?.(body) ?? Promise.resolve()).then(() => {
        if (answer !== 'hang') response.writeHead(answer).end();
      });
    });
  };
  const { key, cert } = selfSigned();
  const server: Server = secure ? createServer({ key, cert }, listener) : createPlain(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${secure ? 'https' : 'http'}://127.0.0.1:${port}${secretPath}`,
    cert,
    bodies,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
