import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { operations } from '../../src/service/operations/operations.ts';
import { createPlainClient } from '../rig/plain-client.ts';
import { fc, runs } from '../rig/properties.ts';
import { type SandboxRig, sandboxRig, textTo } from '../rig/sandbox.ts';
import { rightBodies } from '../rig/status-recipes.ts';

const send = '/wa/custom/sendMsg';

describe('a malformed request', () => {
  it('gets an HTTP status, the parameter code of its operation and a reason', async () => {
    await using rig = await sandboxRig();
    const answer = async (path: string, body?: unknown, options = {}): Promise<unknown> => {
      const { http, headers, text } = await rig.call(path, body, options);
      return [http, headers['x-sandbox-rule'], text];
    };
    expect(await answer('/nowhere', {})).toEqual([
      404,
      'request.path',
      '{"status":"-22","reason":"the service has no such path"}',
    ]);
    expect(await answer('/sms/getBalance', {})).toEqual([
      405,
      'request.method',
      '{"status":"-18","reason":"port program unusual: the method must be GET"}',
    ]);
    expect(await answer(send)).toEqual([
      405,
      'request.method',
      '{"status":"-134","reason":"type error in parameters: the method must be POST","data":null}',
    ]);
    expect(await answer('/voice/group/call/resend', '{"taskId":')).toEqual([
      400,
      'request.json',
      '{"code":"-22","msg":"parameter exception: the body is not JSON","data":null}',
    ]);
    expect(await answer('/aivoice/taskStop', Buffer.from([0x7b, 0xff, 0x7d]))).toEqual([
      400,
      'request.json',
      '{"status":"-27","reason":"parameter verification abnormal: the body is not UTF-8","data":null}',
    ]);
    expect(await answer(send, '\ufeff{}')).toMatchObject({ 0: 400, 1: 'request.json' });
    expect(await answer(send, `${'['.repeat(65)}${']'.repeat(65)}`)).toMatchObject({
      0: 400,
      1: 'request.json',
      2: expect.stringContaining('nested deeper than 64'),
    });
    expect(await answer(send, `${'['.repeat(500_000)}${']'.repeat(500_000)}`)).toMatchObject({
      0: 400,
      1: 'request.json',
    });
    expect(await answer(send, ' '.repeat(1024 * 1024 + 1))).toMatchObject({ 0: 413, 1: 'request.size' });
    expect(await answer('/otp/verification/send', ' '.repeat(64 * 1024 + 1))).toMatchObject({
      0: 413,
      1: 'request.size',
    });
    for (const type of ['text/plain', 'application/json;charset=latin1', 'application/jsonx', undefined]) {
      expect(await answer(send, '{}', { headers: { 'Content-Type': type } })).toMatchObject({
        0: 415,
        1: 'request.contentType',
      });
    }
    expect(await answer(send, '{}', { headers: { 'Content-Encoding': 'gzip' } })).toMatchObject({
      0: 415,
      1: 'request.contentType',
    });
    for (const type of ['application/json', 'Application/JSON; charset="utf-8"']) {
      expect(await answer(send, '{}', { headers: { 'Content-Type': type } })).toMatchObject({
        0: 200,
        1: 'whatsapp.appId.required',
      });
    }
    expect(await answer('/_sandbox/clock', '{')).toMatchObject({
      0: 400,
      2: expect.stringContaining('{"error":"the body is not JSON"}'),
    });
  });

  it('takes an upload of twenty megabytes, and gives it back', async () => {
    await using rig = await sandboxRig();
    const sound = Buffer.alloc(15_000_000, 7);
    expect(
      (await rig.call('/voice/fileUpload', { fileName: 'long.wav', file: sound.toString('base64') })).body,
    ).toMatchObject({ status: '0' });
    const file = await fetch(`${rig.url}/_sandbox/files/file-1`);
    expect([file.headers.get('content-type'), Buffer.from(await file.arrayBuffer()).equals(sound)]).toEqual([
      'audio/wav',
      true,
    ]);
  });

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    [
      'a body shorter than its length, then silence cut short',
      'POST /wa/custom/sendMsg HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n',
      400,
    ],
    ['headers without an end', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}`, 431],
    [
      'two lengths',
      'POST /sms/getBalance HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{',
      400,
    ],
    [
      'a length and chunks',
      'POST /wa/custom/sendMsg HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['an invalid address', 'GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    ['no Host', 'GET /sms/getBalance HTTP/1.0\r\n\r\n', 421],
  ])('of raw bytes, %s, gets an envelope too', async (_, bytes, http) => {
    await using rig = await sandboxRig();
    const answer = await raw(rig, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${http} `));
    expect(answer).toContain('{"status":"-22","reason":"');
    expect((await rig.call('/sms/getBalance')).body.status).toBe('0');
  });
});

describe('a HEAD', () => {
  it('is answered as a GET, without the body', async () => {
    await using rig = await sandboxRig();
    const head = async (path: string) => {
      const { http, text, headers } = await rig.call(path, undefined, { method: 'HEAD' });
      return [http, text, headers['content-type']];
    };
    expect(await head('/')).toEqual([200, '', 'text/html;charset=UTF-8']);
    expect(await head('/_sandbox/events')).toEqual([200, '', 'text/event-stream']);
    expect((await head('/sms/getBalance'))[0]).toBe(405);
    expect((await head('/nothing'))[0]).toBe(404);
  });
});

describe('another site', () => {
  it('is turned away by Host: a page that points its own name here reaches nothing', async () => {
    await using rig = await sandboxRig();
    const http = async (Host: string, path = '/sms/getBalance'): Promise<number> =>
      (await rig.call(path, undefined, { headers: { Host } })).http;
    expect(await http('evil.example')).toBe(421);
    expect(await http('localhost.evil.example', '/_sandbox/requests')).toBe(421);
    for (const good of ['localhost', 'LOCALHOST:99', '127.0.0.1:1', '[::1]:80', 'inbox.localhost'])
      expect(await http(good)).toBe(200);
  });

  it('is refused by Origin: a page of another site changes nothing', async () => {
    await using rig = await sandboxRig();
    const from = async (Origin: string): Promise<number> =>
      (await rig.call('/_sandbox/reset', {}, { headers: { Origin } })).http;
    expect(await from('https://evil.example')).toBe(403);
    expect(await from('null')).toBe(403);
    expect(await from(rig.url)).toBe(200);
    const sent = await rig.call(send, textTo('2348030000001'), { headers: { Origin: 'https://evil.example' } });
    expect(sent.http).toBe(403);
    expect(await rig.read('messages')).toEqual({ messages: [], inbound: [] });
  });

  it('cannot be changed by another spelling of the address or another method', async () => {
    await using rig = await sandboxRig();
    expect((await rig.call(send, textTo('2348030000001'))).body.status).toBe('0');
    const spellings = [
      '/_sandbox/reset',
      '/%5fsandbox/reset',
      '/_%73andbox/reset',
      '/_sandbox%2freset',
      '//_sandbox/reset',
      '/./_sandbox/reset',
      '/x/../_sandbox/reset',
      '/_SANDBOX/reset',
      '/_sandbox/reset/',
      '/_sandbox/reset;x=1',
      '/_sandbox/reset?x=1',
      'http://localhost/_sandbox/reset',
      '/%5fsandbox/clock',
      '/%5fsandbox/faults',
      '/%5fsandbox/inbound',
      '/%5fsandbox/restore',
      '/%5fsandbox/worlds',
    ];
    const body = '{"snapshot":0,"advance":"400d","recipient":"2348030000001","keys":[{"key":"a","secret":"b"}]}';
    for (const method of ['POST', 'DELETE', 'PUT']) {
      for (const path of spellings) {
        const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: text/plain\r\n`;
        const length = `Content-Length: ${body.length}\r\n\r\n${body}`;
        const answer = await raw(rig, `${head}Origin: http://evil.example\r\n${length}`);
        expect([path, answer.slice(0, 12)]).toEqual([path, 'HTTP/1.1 403']);
        const foreign = await raw(rig, `${head}${length}`.replace('localhost\r', 'evil.example\r'));
        expect([path, foreign.slice(0, 12)]).toEqual([path, 'HTTP/1.1 421']);
      }
    }
    expect((await rig.read<{ messages: unknown[] }>('messages')).messages).toHaveLength(1);
    expect(await rig.read('faults')).toEqual({ faults: [] });
  });

  it('who repeats a request is refused, where the world says so', async () => {
    await using rig = await sandboxRig({
      world: { replays: 'refused', clock: { start: '2026-11-23T08:00:00Z', speed: 0 } },
    });
    expect((await rig.call(send, textTo('2348030000001'))).body.status).toBe('0');
    // However its address is written.
    for (const path of [send, `${send}?again`])
      expect((await rig.call(path, textTo('2348030000001'))).headers['x-sandbox-rule']).toBe('auth.replay');
    expect((await rig.call(send, textTo('2348030000002'))).body.status).toBe('0');
    await rig.change('clock', { advance: '1s' });
    expect((await rig.call(send, textTo('2348030000001'))).body.status).toBe('0');
  });
});

describe('a slow client', () => {
  it.each([
    ['in the middle of its headers', 'POST /wa/custom/sendMsg HTTP/1.1\r\nHost: localhost\r\nContent-'],
    [
      'in the middle of its body',
      'POST /wa/custom/sendMsg HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":',
    ],
  ])('that stops %s gets an answer and is disconnected', async (_, bytes) => {
    await using rig = await sandboxRig({ requestTimeoutMs: 50 });
    expect(await raw(rig, bytes)).toContain('{"status":"-22","reason":"the request took too long"}');
    expect(await rig.read('messages')).toEqual({ messages: [], inbound: [] });
  });
});

describe('many and strange', () => {
  it('answers a thousand connections at once', async () => {
    await using rig = await sandboxRig();
    const answers = await Promise.all(Array.from({ length: 1000 }, () => rig.call('/sms/getBalance')));
    expect(new Set(answers.map(({ body }) => body.status))).toEqual(new Set(['0']));
  });

  it('answers strange bodies, each with an envelope, and stays the same', async () => {
    await using rig = await sandboxRig();
    const client = createPlainClient({ url: rig.url });
    const ids = Object.keys(rightBodies) as (keyof typeof rightBodies)[];
    const strange = fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.string(), fc.double(), fc.constant('__proto__'));
    const body = fc.tuple(
      fc.constantFrom(...ids),
      fc.dictionary(
        fc.constantFrom(
          'appId',
          'to',
          'taskId',
          'type',
          'text',
          'interactive',
          'current',
          'params',
          'orderId',
          'allowSendTime',
          '__proto__',
          'file',
        ),
        strange,
      ),
    );
    await fc.assert(
      fc.asyncProperty(body, async ([operation, changes]) => {
        const { path, method } = operations[operation];
        const answer = await client.call(
          path,
          method === 'GET' ? undefined : { ...rightBodies[operation], ...changes },
        );
        expect(answer.http).toBe(200);
        expect(answer.body.status ?? answer.body.code).toMatch(/^(0|-\d+)$/);
        expect(typeof (answer.body.reason ?? answer.body.msg)).toBe('string');
      }),
      { numRuns: runs(500) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 400 }),
        fc.constantFrom(...ids),
        async (bytes, operation) => {
          const { path } = operations[operation];
          const answer = await client.call(path, Buffer.from(bytes), { method: 'POST' });
          expect([200, 400, 405]).toContain(answer.http);
          expect(answer.headers['content-type']).toBe('application/json;charset=UTF-8');
        },
      ),
      { numRuns: runs(500) },
    );
    const { requests } = await rig.read<{ requests: unknown[] }>('requests');
    expect(requests).toHaveLength(2 * runs(500));
  });
});

/** Sends bytes as they are; resolves with all that comes back. */
function raw(rig: SandboxRig, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(rig.sandbox.port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('"}')) socket.end();
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
    socket.write(bytes);
  });
}
