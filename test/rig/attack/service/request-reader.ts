/** A whole request, as it came. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** Head and body, byte for byte (latin1). */
  readonly raw: string;
  /** When the first and the last byte came, in epoch milliseconds of this machine. */
  readonly firstByteAt: number;
  readonly lastByteAt: number;
}

/** Reads the requests of one connection, one after the other, from its bytes. */
export function createRequestReader(onRequest: (request: RawRequest) => void): { push(chunk: Buffer): void } {
  let bytes = Buffer.alloc(0);
  let firstByteAt = 0;
  return {
    push(chunk) {
      const now = Date.now();
      if (bytes.length === 0) firstByteAt = now;
      bytes = Buffer.concat([bytes, chunk]);
      for (;;) {
        const headEnd = bytes.indexOf('\r\n\r\n');
        if (headEnd === -1) return;
        const head = bytes.subarray(0, headEnd).toString('latin1');
        const headers = readHeaders(head);
        const end = headEnd + 4 + Number(headers.get('content-length') ?? '0');
        if (bytes.length < end) return;
        const [method = '', path = ''] = head.split('\r\n', 1)[0]?.split(' ') ?? [];
        const body = bytes.subarray(headEnd + 4, end).toString('utf8');
        const raw = bytes.subarray(0, end).toString('latin1');
        bytes = bytes.subarray(end);
        onRequest({ method, path, headers, body, raw, firstByteAt, lastByteAt: now });
        firstByteAt = now;
      }
    },
  };
}

function readHeaders(head: string): ReadonlyMap<string, string> {
  const lines = head.split('\r\n').slice(1);
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}
