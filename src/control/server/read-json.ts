import type { IncomingMessage } from 'node:http';

const mostBytes = 1_000_000;

/** What was sent, or in words why it is not taken. */
export async function readJson(request: IncomingMessage): Promise<Readonly<Record<string, unknown>> | string> {
  if (request.headers['content-type'] !== 'application/json') return 'Send JSON.';
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) return 'This is too long.';
    chunks.push(chunk);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : 'Send one JSON object.';
  } catch {
    return 'This is not JSON.';
  }
}
