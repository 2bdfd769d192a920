import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { ofThisRequest } from '../../src/service/contract/read-answer.ts';
import { type AnswerRequest, http, listen, peer } from '../rig/byte-server.ts';

const otp = { appId: 'app1', templateId: 31, to: '2348000000001' };
const success = '{"status":"0","reason":"success","data":{"verificationId":"v-1"}}';
const answer = http('200 OK', success).toString();
const goOn = 'HTTP/1.1 100 Continue\r\n\r\n';

/** Answers that HTTP allows before the answer, and answers that belong to another request, or to none. */
test.each([
  ['once', [goOn + answer]],
  ['twice, with a header', [`${goOn}HTTP/1.1 100 Go on\r\nX: y\r\n\r\n${answer}`]],
  ['in a packet of its own', [goOn, answer]],
  ['a byte at a time', (goOn + answer).split('')],
  ['among others', ['HTTP/1.1 103 Early Hints\r\n\r\n', answer]],
])('an unasked 100 Continue (%s) is passed over', async (_, parts) => {
  await using service = await peer((socket) => {
    const write = (index: number): void => {
      if (index === parts.length) return;
      socket.write(parts[index]!);
      setImmediate(() => setImmediate(() => write(index + 1)));
    };
    write(0);
  });
  for (let request = 1; request <= 3; request++) {
    expect((await service.client.send('otp.send', otp)).kind).toBe('accepted');
  }
  expect(service.requests).toHaveLength(3);
});

test('a 100 Continue after which nothing comes leaves it unknown', async () => {
  await using service = await peer((socket) => socket.end(goOn));
  expect((await service.client.send('otp.send', otp)).kind).toBe('unknown');
});

test('a server that answers before it is asked gets no request', async () => {
  let received = '';
  const early = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => void (received += chunk.toString()));
    socket.write(http('200 OK', success));
  });
  await using service = await peer(() => undefined, { baseUrl: `http://127.0.0.1:${await listen(early)}` });
  const outcome = await service.client.send('otp.send', otp);
  early.close();
  expect(outcome).toEqual({ kind: 'unsent', reason: 'the server answered before the request (EARLY_ANSWER)' });
  expect(received).toBe('');
});

test.each([
  [
    'closes the connection',
    (socket: Socket) => socket.end(),
    'the server closed the connection before the request (CLOSED_AT_ONCE)',
  ],
  ['resets the connection', (socket: Socket) => socket.resetAndDestroy(), 'connection reset (ECONNRESET)'],
])('a server that %s before it is asked gets no request, and is connected to once', async (_, leave, reason) => {
  let connections = 0;
  const away = createServer((socket) => {
    connections++;
    socket.on('error', () => socket.destroy());
    leave(socket);
  });
  await using service = await peer(() => undefined, { baseUrl: `http://127.0.0.1:${await listen(away)}` });
  const outcome = await service.client.send('otp.send', otp);
  away.close();
  expect(outcome).toEqual({ kind: 'unsent', reason });
  expect(connections).toBe(1);
});

test.each([
  [
    'a length',
    'Content-Length: 50',
    '{"sta',
    'an answer that is cut off, or not HTTP (UND_ERR_RES_CONTENT_LENGTH_MISMATCH)',
  ],
  ['chunks', 'Transfer-Encoding: chunked', '32\r\n{"sta', 'an answer that is cut off, or not HTTP (HTTPParserError)'],
])('an answer with %s that ends with its connection is said to be cut off', async (_, header, part, reason) => {
  await using service = await peer((socket) =>
    socket.end(`HTTP/1.1 200 OK\r\nConnection: close\r\n${header}\r\n\r\n${part}`),
  );
  expect(await service.client.send('otp.send', otp)).toEqual({ kind: 'unknown', reason, http: 200 });
});

test('a request for which no connection is free in time says so', async () => {
  await using service = await peer(() => undefined, { connections: 1, timeouts: { totalMs: 500 } });
  const [sent, waited] = await Promise.all([
    service.client.send('otp.send', otp),
    service.client.send('otp.send', otp),
  ]);
  expect(sent).toEqual({ kind: 'unknown', reason: 'no answer within 0.5 s' });
  expect(waited).toEqual({ kind: 'unsent', reason: 'no connection within 0.5 s' });
});

test('a request with a file has a second more for each 64 KiB: its line may be slow', async () => {
  const later: AnswerRequest = (socket) => setTimeout(() => socket.write(http('200 OK', success)), 900);
  await using service = await peer(later, { timeouts: { totalMs: 300 } });
  const upload = (bytes: number) =>
    service.client.send('audio.upload', { fileName: 'a.mp3', file: 'A'.repeat(bytes) }).then(({ kind }) => kind);
  expect(await upload(64 * 1024)).toBe('accepted');
  expect(await upload(1024)).toBe('unknown');
});

test.each([302, 401, 404, 429, 500, 502])(
  'a success under HTTP %i, as some servers write it, is not one',
  async (status) => {
    const words = status < 400 ? 'a redirect, which is never followed' : 'a failure, with the code of a success';
    for (const body of [success, '{"message":"No","code":0}']) {
      await using service = await peer((socket) => socket.write(http(`${status} No`, body)));
      const unknown = { kind: 'unknown', reason: `HTTP ${status}, ${words}`, http: status };
      expect(await service.client.send('otp.send', otp)).toEqual(unknown);
    }
  },
);

test.each([
  ['2348000000002', 'unknown'],
  ['+2348000000002', 'unknown'],
  [2348000000002, 'unknown'],
  ['2348000000001', 'accepted'],
  ['+2348000000001', 'accepted'],
  ['08000000001', 'accepted'],
  ['234****0002', 'accepted'],
  ['', 'accepted'],
  [null, 'accepted'],
])('an answer to a code that names %s is the answer to a request to 2348000000001: %s', (to, kind) => {
  const named = { status: '0', data: { verificationId: 'v-1', to } };
  expect(ofThisRequest('otp.send', otp, { kind: 'accepted', code: '0', answer: named }).kind).toBe(kind);
});
