import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/service/contract/outcome.ts';
import { createClient } from '../../src/service/http/client.ts';
import { type OperationId, operationIds } from '../../src/service/operations/operations.ts';
import { type AnswerRequest, credentials, http, listen, noon, peer } from '../rig/byte-server.ts';
import { fc, runs } from '../rig/properties.ts';

const otp = { appId: 'app1', templateId: 31, to: '2348000000001' };

async function outcomeOf(answer: Buffer, operation: OperationId = 'otp.send'): Promise<Outcome> {
  await using service = await peer((socket) => socket.write(answer));
  return service.client.send(operation, otp);
}

function busy(status: string, ...headers: string[]): Promise<Outcome> {
  return outcomeOf(http(status, 'busy', headers));
}

function unknown(http: number, reason: string): Outcome {
  return { kind: 'unknown', reason, http };
}

const success = '{"status":"0","reason":"success","data":{"verificationId":"v-1"}}';

describe('a whole answer', () => {
  it('with code 0 is accepted, and shows the time of the service', async () => {
    expect(await outcomeOf(http('200 OK', success, ['Date: Wed, 01 Sep 2021 04:00:07 GMT']))).toEqual({
      kind: 'accepted',
      code: '0',
      answer: { status: '0', reason: 'success', data: { verificationId: 'v-1' } },
      serviceTime: noon + 7000,
    });
  });

  it('with another code is rejected, its reason verbatim', async () => {
    expect(await outcomeOf(http('200 OK', '{"status":"-27","reason":"période — limit 🚦"}'))).toEqual({
      kind: 'rejected',
      code: '-27',
      reason: 'période — limit 🚦',
    });
  });

  it('is an answer whatever the HTTP status', async () => {
    expect((await outcomeOf(http('201 Made', success))).kind).toBe('accepted');
    expect((await outcomeOf(http('503 Busy', '{"status":"-18","reason":"x"}', ['Retry-After: 5']))).kind).toBe(
      'rejected',
    );
    expect((await outcomeOf(http('401 No', '{"status":"-1","reason":"x"}'))).kind).toBe('rejected');
  });

  it('may come after informational ones, in pieces, and without a length', async () => {
    await using service = await peer((socket) => {
      socket.write('HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{"status":"0",');
      setImmediate(() => socket.end('"reason":"ok"}'));
    });
    expect(await service.client.send('otp.send', otp)).toEqual({
      kind: 'accepted',
      code: '0',
      answer: { status: '0', reason: 'ok' },
    });
  });

  it('never shows the password of an agent', async () => {
    const body = JSON.stringify({
      status: '0',
      reason: 'success',
      data: { total: 1, records: [{ name: 'Ada', account: 'ada', password: 'hunter2', more: [{ Password: 'x' }] }] },
    });
    expect(await outcomeOf(http('200 OK', body), 'agents.list')).toEqual({
      kind: 'accepted',
      code: '0',
      answer: {
        status: '0',
        reason: 'success',
        data: { total: 1, records: [{ name: 'Ada', account: 'ada', more: [{}] }] },
      },
    });
  });
});

describe('a service that is too busy', () => {
  it('is asked again after so many seconds, or at a date counted by its own clock, within a quarter of an hour', async () => {
    expect(await busy('429 Slow', 'Retry-After: 7')).toEqual({ kind: 'throttled', http: 429, retryAfterMs: 7000 });
    expect(await busy('429 Slow')).toEqual({ kind: 'throttled', http: 429 });
    expect(await busy('429 Slow', 'Retry-After: soon')).toEqual({ kind: 'throttled', http: 429 });
    expect(await busy('503 Busy', 'Retry-After: 0')).toEqual({ kind: 'throttled', http: 503, retryAfterMs: 0 });
    const date = 'Retry-After: Wed, 01 Sep 2021 04:02:00 GMT';
    expect(await busy('503 Busy', date)).toEqual({ kind: 'throttled', http: 503, retryAfterMs: 120_000 });
    expect(await busy('503 Busy', date, 'Date: Wed, 01 Sep 2021 04:01:30 GMT')).toEqual({
      kind: 'throttled',
      http: 503,
      retryAfterMs: 30_000,
    });
    expect(await busy('429 Slow', 'Retry-After: 86400')).toEqual({
      kind: 'throttled',
      http: 429,
      retryAfterMs: 900_000,
    });
    expect(await busy('429 Slow', 'Retry-After: Tue, 31 Aug 2021 04:00:00 GMT')).toEqual({
      kind: 'throttled',
      http: 429,
      retryAfterMs: 0,
    });
  });

  it('has said so with any 429, except one that reports success', async () => {
    expect((await outcomeOf(http('429 Slow', '{"status":"-27","reason":"limit"}'))).kind).toBe('throttled');
    expect((await outcomeOf(http('429 Slow', success))).kind).toBe('unknown');
  });
});

describe('an invalid answer', () => {
  it('leaves it unknown whether the request was carried out', async () => {
    const noJson = 'with a body that is not JSON';
    const noAnswer = 'with a body that is not an answer of this operation';
    expect(await outcomeOf(http('500 Oops', '<h1>Oops</h1>'))).toEqual(unknown(500, `HTTP 500 ${noJson}`));
    expect(await outcomeOf(http('503 Busy', 'busy'))).toEqual(unknown(503, `HTTP 503 ${noJson}`));
    expect(await outcomeOf(http('200 OK', ''))).toEqual(unknown(200, `HTTP 200 ${noJson}`));
    expect(await outcomeOf(http('200 OK', success.slice(0, -1)))).toEqual(unknown(200, `HTTP 200 ${noJson}`));
    expect(await outcomeOf(http('200 OK', '[]'))).toEqual(unknown(200, `HTTP 200 ${noAnswer}`));
    expect(await outcomeOf(http('404 No', '{"status":404,"error":"Not Found"}'))).toEqual(
      unknown(404, `HTTP 404 ${noAnswer}`),
    );
    expect(await outcomeOf(http('200 OK', '{"code":"OK","msg":"ok"}'))).toEqual(unknown(200, `HTTP 200 ${noAnswer}`));
    expect(await outcomeOf(http('200 OK', gzipSync(success), ['Content-Encoding: gzip']))).toEqual(
      unknown(200, `HTTP 200 ${noJson}`),
    );
  });

  it('includes a redirect, which is never followed', async () => {
    await using service = await peer((socket) =>
      socket.write(http('307 Elsewhere', '', [`Location: ${service.baseUrl}/elsewhere`])),
    );
    expect(await service.client.send('otp.send', otp)).toEqual({
      kind: 'unknown',
      reason: 'HTTP 307, a redirect, which is never followed',
      http: 307,
    });
    expect(service.requests).toHaveLength(1);
  });

  it('includes one of more than a mebibyte, however it is announced', async () => {
    const large = `{"status":"0","reason":"${'x'.repeat(1024 * 1024)}"}`;
    const expected = { kind: 'unknown', reason: 'an answer of more than 1 MB', http: 200 };
    expect(await outcomeOf(http('200 OK', large))).toEqual(expected);
    const chunked = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`;
    expect(await outcomeOf(Buffer.from(chunked))).toEqual(expected);
  });

  it('includes bytes that are not HTTP, and headers without end', async () => {
    expect(await outcomeOf(Buffer.from('SSH-2.0-OpenSSH_9.6\r\n'))).toEqual({
      kind: 'unknown',
      reason: 'an answer that is cut off, or not HTTP (HTTPParserError)',
    });
    expect(await outcomeOf(Buffer.from(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`))).toEqual({
      kind: 'unknown',
      reason: 'an answer with too many headers (UND_ERR_HEADERS_OVERFLOW)',
    });
  });
});

describe('a connection that breaks', () => {
  it('before it is made leaves the request unsent', async () => {
    const server = createServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    await using service = await peer(() => undefined, { baseUrl: `http://127.0.0.1:${port}` });
    expect(await service.client.send('otp.send', otp)).toEqual({
      kind: 'unsent',
      reason: 'connection refused (ECONNREFUSED)',
    });
  });

  it('for want of a name leaves the request unsent', async () => {
    await using service = await peer(() => undefined, { baseUrl: 'https://callsheet.invalid' });
    const outcome = await service.client.send('otp.send', otp);
    expect(outcome.kind).toBe('unsent');
  });

  it('while TLS is negotiated leaves the request unsent', async () => {
    const refused = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    });
    await using service = await peer(() => undefined, { baseUrl: `https://127.0.0.1:${await listen(refused)}` });
    const outcome = await service.client.send('otp.send', otp);
    refused.close();
    expect(outcome).toEqual({
      kind: 'unsent',
      reason: 'no TLS there: perhaps it is http, not https (ERR_SSL_WRONG_VERSION_NUMBER)',
    });
  });

  it('by never being ready in time leaves the request unsent', async () => {
    const silent = createServer((socket) => socket.on('error', () => socket.destroy()).resume());
    const baseUrl = `https://127.0.0.1:${await listen(silent)}`;
    await using service = await peer(() => undefined, { baseUrl, timeouts: { connectMs: 20 } });
    const outcome = await service.client.send('otp.send', otp);
    silent.close();
    expect(outcome).toEqual({ kind: 'unsent', reason: 'no connection in time (UND_ERR_CONNECT_TIMEOUT)' });
  });

  it('after the request has left leaves it unknown: reset, closed, or in the middle of the answer', async () => {
    const breaks: AnswerRequest[] = [
      (socket) => socket.resetAndDestroy(),
      (socket) => socket.end(),
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{"status":"0",'),
      (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{"sta', () => socket.resetAndDestroy()),
    ];
    const kinds: string[] = [];
    for (const answer of breaks) {
      await using service = await peer(answer);
      kinds.push((await service.client.send('otp.send', otp)).kind);
      expect(service.requests).toHaveLength(1);
    }
    expect(kinds).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
  });

  it('that was kept from an earlier request makes the next one unknown, never sent twice', async () => {
    await using service = await peer((socket, _request, count) => {
      if (count === 1) socket.write(http('200 OK', success));
      else socket.resetAndDestroy();
    });
    expect((await service.client.send('otp.send', otp)).kind).toBe('accepted');
    expect((await service.client.send('otp.send', otp)).kind).toBe('unknown');
    expect(service.requests).toHaveLength(2);
  });
});

describe('a request that takes too long or is cancelled', () => {
  it('is unknown once it has left', async () => {
    await using slow = await peer(() => undefined, { timeouts: { totalMs: 500 } });
    expect(await slow.client.send('otp.send', otp)).toEqual({ kind: 'unknown', reason: 'no answer within 0.5 s' });

    const cancelling = new AbortController();
    await using service = await peer(() => cancelling.abort());
    expect(await service.client.send('otp.send', otp, { signal: cancelling.signal })).toEqual({
      kind: 'unknown',
      reason: 'cancelled',
    });
  });

  it('is accepted when its answer came while nobody here could look', async () => {
    await using service = await peer(
      (socket) => {
        socket.write(http('200 OK', success));
        const until = performance.now() + 600;
        while (performance.now() < until);
      },
      { timeouts: { totalMs: 500 } },
    );
    expect((await service.client.send('otp.send', otp)).kind).toBe('accepted');
  });

  it('is unknown when the answer trickles without end', async () => {
    await using service = await peer((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{'), {
      timeouts: { totalMs: 500 },
    });
    expect(await service.client.send('otp.send', otp)).toEqual({
      kind: 'unknown',
      reason: 'no answer within 0.5 s',
      http: 200,
    });
  });

  it('is unsent before it has left, and does not leave afterwards', async () => {
    await using service = await peer(() => undefined, { connections: 1, timeouts: { totalMs: 60_000 } });
    expect(await service.client.send('otp.send', otp, { signal: AbortSignal.abort() })).toEqual({
      kind: 'unsent',
      reason: 'cancelled',
    });

    const first = new AbortController();
    const second = new AbortController();
    const under = service.client.send('otp.send', otp, { signal: first.signal });
    const waiting = service.client.send('otp.send', otp, { signal: second.signal });
    second.abort();
    expect(await waiting).toEqual({ kind: 'unsent', reason: 'cancelled' });
    while (service.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    first.abort();
    expect((await under).kind).toBe('unknown');
    await service.client.close();
    expect(service.requests).toHaveLength(1);
  });

  it('is unsent when the client is closed', async () => {
    await using service = await peer(() => undefined);
    await service.client.close();
    expect(await service.client.send('otp.send', otp)).toEqual({ kind: 'unsent', reason: 'the client is closed' });
  });
});

describe('a request', () => {
  it('is the same bytes as ever', async () => {
    const bodies = JSON.parse(readFileSync(golden('bodies.json'), 'utf8')) as Record<OperationId, never>;
    await using service = await peer((socket) => socket.write(http('200 OK', '{"status":"0","code":"0"}')));
    for (const operation of operationIds) {
      expect((await service.client.send(operation, bodies[operation])).kind).toBe('accepted');
      const bytes = (service.requests.at(-1) ?? '').replace(/^host: .*$/m, 'host: service.example\r');
      await expect(Buffer.from(bytes, 'latin1').toString('utf8')).toMatchFileSnapshot(golden(`${operation}.http`));
    }
  });

  it('is what was written before, byte for byte', async () => {
    await using service = await peer((socket) => socket.write(http('200 OK', success)));
    const written = '{"to": "2348000000001", "appId":"\\u0061pp1"}';
    await service.client.send('otp.send', written);
    expect(service.requests[0]?.split('\r\n\r\n')[1]).toBe(written);
  });

  it('is signed with the time of its dispatch, and with the time of the service once that is measured', async () => {
    await using service = await peer((socket) => socket.write(http('200 OK', success)));
    const stamp = async () => {
      await service.client.send('otp.send', otp);
      return /timestamp: (\d+)/i.exec(service.requests.at(-1) ?? '')?.[1];
    };
    expect(await stamp()).toBe('1630468800');
    service.time += 1500;
    expect(await stamp()).toBe('1630468801');
    expect(service.client.resync(noon + 601_500)).toBe(600_000);
    expect(await stamp()).toBe('1630469401');
    service.time += 1000;
    expect(await stamp()).toBe('1630469402');
  });

  it('goes below the path of the base URL', async () => {
    await using service = await peer((socket) => socket.write(http('200 OK', success)));
    const clock = { now: () => noon, sleepUntil: () => Promise.resolve() };
    const client = createClient({ baseUrl: `${service.baseUrl}/api/`, clock, connections: 1, ...credentials });
    await client.send('sms.balance', undefined);
    await client.close();
    expect(service.requests[0]?.split('\r\n')[0]).toBe('GET /api/sms/getBalance HTTP/1.1');
  });

  it('is never larger in number than the connections', async () => {
    let open = 0;
    let most = 0;
    await using service = await peer(
      (socket) => {
        open += 1;
        most = Math.max(most, open);
        setImmediate(() => {
          open -= 1;
          socket.write(http('200 OK', success));
        });
      },
      { connections: 3 },
    );
    await Promise.all(Array.from({ length: 30 }, () => service.client.send('otp.send', otp)));
    expect(most).toBeLessThanOrEqual(3);
    expect(service.requests).toHaveLength(30);
  });
});

describe('whatever bytes come back', () => {
  it('they make an outcome, and never show the key or the secret', async () => {
    let bytes = new Uint8Array();
    await using service = await peer((socket) => socket.end(bytes), { timeouts: { totalMs: 2000 } });
    const line = fc.constantFrom(
      'HTTP/1.1 200 OK\r\n',
      'HTTP/1.1 429 x\r\n',
      'HTTP/1.0 302 x\r\n',
      'HTTP/1.1 101 x\r\n',
      '',
    );
    const header = fc.constantFrom(
      'Retry-After: 1e9\r\n',
      'Date: yesterday\r\n',
      'Content-Length: 5\r\n',
      'Transfer-Encoding: chunked\r\n',
      'Content-Length: -1\r\n',
      '',
    );
    const body = fc.oneof(
      fc.json(),
      fc.json().map((text) => `{"status":"0","data":${text}}`),
      fc.uint8Array({ maxLength: 200 }).map((part) => Buffer.from(part).toString('latin1')),
    );
    const parts = fc.tuple(line, header, header, fc.constantFrom('\r\n', ''), body);
    await fc.assert(
      fc.asyncProperty(parts, async (input) => {
        bytes = Buffer.from(input.join(''), 'latin1');
        const outcome = await service.client.send('agents.list', '{}');
        expect(['accepted', 'rejected', 'throttled', 'unknown']).toContain(outcome.kind);
        expect(JSON.stringify(outcome)).not.toContain(credentials.apiSecret);
      }),
      { numRuns: runs(1000) },
    );
  });
});

function golden(name: string): string {
  return new URL(`../golden/service/requests/${name}`, import.meta.url).pathname;
}
