import { createHash } from 'node:crypto';
import { createServer, type Socket } from 'node:net';

/**
 * A service in a process of its own that takes as little as it can, so that the client is what is measured: it checks the
 * signature, remembers who was written to, and answers. `reset` begins a trial, `tell` says what it came to, `hold N` keeps its
 * answers to itself after so many until `release`.
 */
export interface Trial {
  readonly requests: number;
  /** Recipients who were written to more than once. */
  readonly twice: number;
  /** From the first request to the last one. */
  readonly ms: number;
  /** When the first request came: epoch milliseconds, 0 when none has. */
  readonly firstAt: number;
  readonly wrongSignatures: number;
}

const secret = `${process.argv[2]}${process.argv[3]}`;
let recipients = new Set<string>();
let [requests, twice, wrongSignatures, firstAt, lastAt] = [0, 0, 0, 0, 0];
let holdAfter = Number.POSITIVE_INFINITY;
let held: Socket[] = [];
let known = { timestamp: '', sign: '' };

const answerBody =
  '{"status":"0","reason":"success","data":{"messageId":"wamid.0123456789abcdef","timestamp":1795000000}}';
const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json;charset=UTF-8\r\nConnection: keep-alive\r\n';
let answer = '';
const renew = (): void => {
  answer = `${head}Date: ${new Date().toUTCString()}\r\nContent-Length: ${answerBody.length}\r\n\r\n${answerBody}`;
};
renew();
setInterval(renew, 1_000);

const server = createServer({ noDelay: true }, (socket) => {
  let rest = '';
  socket.setEncoding('latin1');
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: string) => {
    rest = rest === '' ? chunk : rest + chunk;
    rest = rest.slice(readAll(rest, socket));
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' && address !== null ? address.port : 0 });
});

// Its parent process has ended.
process.on('disconnect', () => process.exit());
process.on('message', (wanted: string) => {
  if (wanted.startsWith('hold ')) holdAfter = Number(wanted.slice(5));
  if (wanted === 'reset' || wanted === 'release') {
    for (const socket of held) socket.write(answer, 'latin1');
    held = [];
    holdAfter = Number.POSITIVE_INFINITY;
  }
  if (wanted === 'reset') {
    recipients = new Set();
    [requests, twice, wrongSignatures, firstAt, lastAt] = [0, 0, 0, 0, 0];
  }
  const firstEpoch = requests === 0 ? 0 : performance.timeOrigin + firstAt;
  process.send?.({ requests, twice, wrongSignatures, ms: lastAt - firstAt, firstAt: firstEpoch } satisfies Trial);
});

/** Answers every whole request in `text`; returns how many characters they took. */
function readAll(text: string, socket: Socket): number {
  for (let at = 0; ; ) {
    const headEnd = text.indexOf('\r\n\r\n', at);
    if (headEnd === -1) return at;
    const headers = new Map<string, string>();
    for (const line of text.slice(at, headEnd).split('\r\n')) {
      const colon = line.indexOf(': ');
      if (colon !== -1) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 2));
    }
    const end = headEnd + 4 + Number(headers.get('content-length') ?? 0);
    if (text.length < end) return at;
    note(headers, text.slice(headEnd + 4, end));
    if (requests > holdAfter) held.push(socket);
    else socket.write(answer, 'latin1');
    at = end;
  }
}

function note(headers: ReadonlyMap<string, string>, body: string): void {
  lastAt = performance.now();
  if (requests++ === 0) firstAt = lastAt;
  const timestamp = headers.get('timestamp') ?? '';
  if (timestamp !== known.timestamp) known = { timestamp, sign: md5(secret + timestamp) };
  if (headers.get('sign') !== known.sign) wrongSignatures++;
  const key = body.indexOf('"recipient":"') + 13;
  const recipient = body.slice(key, body.indexOf('"', key));
  if (recipients.has(recipient)) twice++;
  else recipients.add(recipient);
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
