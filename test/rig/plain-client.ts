import { createHash } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';

/**
 * A client of the service written from its document alone, with nothing of `src/`: what it and the sandbox agree on is in
 * the document.
 */
export interface PlainClient {
  call(path: string, body?: unknown, options?: CallOptions): Promise<PlainAnswer>;
}

export interface CallOptions {
  /** POST where there is a body, else GET. */
  readonly method?: string;
  /** Laid over the ones of section "Authentication"; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

export interface PlainAnswer {
  readonly http: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The JSON, where it is some. */
  readonly body: Record<string, unknown>;
}

export interface PlainClientOptions {
  readonly url: string;
  readonly apiKey?: string;
  readonly apiSecret?: string;
  /** Seconds since the epoch. */
  readonly seconds?: () => number;
}

export function createPlainClient(options: PlainClientOptions): PlainClient {
  const { url, apiKey = 'sandbox-key', apiSecret = 'sandbox-secret' } = options;
  const seconds = options.seconds ?? (() => Math.floor(Date.now() / 1000));
  return {
    call(path, body, { method = body === undefined ? 'GET' : 'POST', headers = {} } = {}) {
      const timestamp = String(seconds());
      const all: Record<string, string | undefined> = {
        'Content-Type': 'application/json;charset=UTF-8',
        'Api-Key': apiKey,
        Timestamp: timestamp,
        Sign: createHash('md5').update(`${apiKey}${apiSecret}${timestamp}`).digest('hex'),
        ...headers,
      };
      for (const [name, value] of Object.entries(all)) if (value === undefined) delete all[name];
      return exchange(new URL(path, url), method, all as Record<string, string>, bytesOf(body));
    },
  };
}

function bytesOf(body: unknown): Buffer | undefined {
  if (body === undefined || Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function exchange(
  url: URL,
  method: string,
  headers: Readonly<Record<string, string>>,
  bytes: Buffer | undefined,
): Promise<PlainAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ http: answer.statusCode ?? 0, headers: answer.headers, text, body: jsonOf(text) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(bytes);
  });
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
