import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Turned, Visitor } from '../../src/control/server/admit.ts';
import { startControlServer } from '../../src/control/server/control-server.ts';
import { createWrongTokens, identifyByToken } from '../../src/control/server/identify.ts';
import type { Listening } from '../../src/platform/listen.ts';
import { peopleScript } from '../../src/report/render/people-script.ts';
import { rawRequest } from '../rig/raw-request.ts';

const token = 'the-token-of-this-test';
let now = 0;
const logged: string[] = [];
let acted = 0;

/** Answers of the slow page, which come when the test says so. */
const slow: (() => void)[] = [];

async function startServer(allowActions: boolean): Promise<Listening> {
  const log = (line: string) => void logged.push(line);
  return startControlServer({
    port: 0,
    identify: identifyByToken(
      token,
      allowActions,
      createWrongTokens(() => now, log),
    ),
    clock: { now: () => now, sleepUntil: () => Promise.resolve() },
    log,
    routes: [
      { method: 'GET', path: '/api/data', handle: async () => ({ json: { secret: '2348030000001' } }) },
      { method: 'GET', path: '/api/report', handle: async () => ({ page: '<!doctype html><p>A report</p>' }) },
      {
        method: 'POST',
        path: '/api/act',
        acts: true,
        handle: async ({ body, signedBy }) => ({ json: { acted: ++acted, body, signedBy } }),
      },
      {
        method: 'GET',
        path: '/api/slow',
        handle: () => new Promise((resolve) => slow.push(() => resolve({ json: 'slow' }))),
      },
      { method: 'GET', path: '/api/broken', handle: () => Promise.reject(new Error('broken by this test')) },
    ],
  });
}

const reads = await startServer(false);
const acts = await startServer(true);
afterAll(async () => {
  await reads.close();
  await acts.close();
});

const own = { host: `127.0.0.1:${reads.port}`, authorization: `Bearer ${token}` };
const ask = (path: string, headers: Record<string, string> = own) => rawRequest({ port: reads.port, path, headers });

describe('data of the control room', () => {
  test('is for who has the token', async () => {
    expect(await ask('/api/data')).toMatchObject({ status: 200, text: '{"secret":"2348030000001"}' });
    expect(await ask('/api/data', { host: own.host })).toMatchObject({
      status: 401,
      text: '{"refused":"The token is missing: open the link that the control room printed in its terminal."}',
    });
    for (const wrong of ['Bearer wrong', `Bearer ${token} `.trimEnd() + 'x', token, `Basic ${token}`, 'Bearer '])
      expect(await ask('/api/data', { ...own, authorization: wrong })).toMatchObject({ status: 401 });
    // In the address it would be in logs and histories.
    expect(await ask(`/api/data?token=${token}`, { host: own.host })).toMatchObject({ status: 401 });
    expect(await ask('/api/data', { host: own.host, cookie: `token=${token}` })).toMatchObject({ status: 401 });
  });

  test('is refused to names that were made to point here', async () => {
    for (const host of [
      'evil.example',
      `evil.example:${reads.port}`,
      '127.0.0.1',
      '127.0.0.1:1',
      `127.0.0.2:${reads.port}`,
    ])
      expect(await ask('/api/data', { ...own, host })).toMatchObject({
        status: 421,
        text: '{"refused":"This server answers to its own address only."}',
      });
    expect(await ask('/', { host: `evil.example:${reads.port}` })).toMatchObject({ status: 421 });
    expect(await ask('/api/data', { ...own, host: `localhost:${reads.port}` })).toMatchObject({ status: 200 });
  });

  test('is refused to other pages, with the token too', async () => {
    const refused = { status: 403, text: '{"refused":"Requests of other pages are refused."}' };
    const others = [
      `http://evil.example`,
      `https://${own.host}`,
      `http://127.0.0.1:${reads.port + 1}`,
      'null',
      `http://localhost:${reads.port}`,
    ];
    for (const origin of others) expect(await ask('/api/data', { ...own, origin })).toMatchObject(refused);
    for (const site of ['cross-site', 'same-site'])
      expect(await ask('/api/data', { ...own, 'sec-fetch-site': site })).toMatchObject(refused);
    const ours = { ...own, origin: `http://${own.host}`, 'sec-fetch-site': 'same-origin' };
    expect(await ask('/api/data', ours)).toMatchObject({ status: 200 });
  });

  test('gives no other page leave to read it', async () => {
    const preflight = await rawRequest({
      port: reads.port,
      path: '/api/data',
      method: 'OPTIONS',
      headers: { host: own.host, origin: 'http://evil.example', 'access-control-request-headers': 'authorization' },
    });
    expect(preflight.status).toBe(403);
    expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('answers wrong tokens more and more curtly, and the right one always', async () => {
    now += 120_000;
    const wrong = { ...own, authorization: 'Bearer guess' };
    const statuses: number[] = [];
    for (let guess = 0; guess < 23; guess++) statuses.push((await ask('/api/data', wrong)).status);
    expect(statuses).toEqual([...Array(20).fill(401), 429, 429, 429]);
    expect(await ask('/api/data')).toMatchObject({ status: 200 });
    expect(logged).toEqual(['Somebody tries wrong tokens: more than 20 in a minute.']);
    now += 60_000;
    expect((await ask('/api/data', wrong)).status).toBe(401);
  });
});

describe('actions', () => {
  const post = (port: number, headers: Record<string, string> = {}, body = '{"a":1}') =>
    rawRequest({
      port,
      path: '/api/act',
      method: 'POST',
      headers: { ...own, host: `127.0.0.1:${port}`, 'content-type': 'application/json', ...headers },
      body,
    });

  test('need --allow-actions', async () => {
    expect(await post(reads.port)).toMatchObject({
      status: 403,
      text: '{"refused":"This control room only shows. Start it with `callsheet open --allow-actions` to change something."}',
    });
    expect(acted).toBe(0);
    expect(await post(acts.port)).toMatchObject({ status: 200, text: '{"acted":1,"body":{"a":1}}' });
  });

  test('are signed with a name that fits into a command line', async () => {
    const signed = async (by: string): Promise<string> =>
      (JSON.parse((await post(acts.port, {}, JSON.stringify({ by }))).text) as { signedBy: string }).signedBy;
    expect(await signed(' Ada\0Obi ')).toBe('Ada\\u0000Obi');
    expect(await signed('x'.repeat(300_000))).toBe(`${'x'.repeat(200)}… (cut, of 300,000 characters)`);
  });

  test('that somebody does not send to the end count as none of our mistakes', async () => {
    logged.length = 0;
    const socket = connect(acts.port, '127.0.0.1');
    const head = `POST /api/act HTTP/1.1\r\nhost: 127.0.0.1:${acts.port}\r\nauthorization: Bearer ${token}\r\n`;
    socket.end(`${head}content-type: application/json\r\ncontent-length: 9\r\n\r\n{`);
    await once(socket.resume(), 'close');
    expect((await post(acts.port)).status).toBe(200);
    expect(logged).toEqual([]);
  });

  test('of a form or a page elsewhere are refused', async () => {
    const before = acted;
    const form = { 'content-type': 'text/plain' };
    expect(await post(acts.port, form)).toMatchObject({ status: 400, text: '{"refused":"Send JSON."}' });
    expect((await post(acts.port, { origin: 'http://evil.example' })).status).toBe(403);
    expect((await post(acts.port, { authorization: '' })).status).toBe(401);
    expect((await post(acts.port, { host: 'evil.example' })).status).toBe(421);
    for (const body of ['', '[1]', '"text"', 'null', '{', `{"a":"${'x'.repeat(1_000_001)}"}`])
      expect((await post(acts.port, {}, body)).status).toBe(400);
    const read = await rawRequest({
      port: acts.port,
      path: '/api/act',
      headers: { ...own, host: `127.0.0.1:${acts.port}` },
    });
    expect(read.status).toBe(404);
    expect(acted).toBe(before);
  });
});

describe('pages', () => {
  test('come without data, and may load and frame nothing from elsewhere', async () => {
    const page = await ask('/', { host: own.host });
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    });
    // No script or style is in the page itself.
    expect(
      page.text.match(/<script(?! type="module" src="\/control\.js"><\/script>)|<style|\son\w+=|style=/g),
    ).toBeNull();
    expect((await ask('/control.js', { host: own.host })).headers['content-type']).toBe(
      'text/javascript; charset=utf-8',
    );
    for (const path of [
      '/etc/passwd',
      '/../package.json',
      '/overview/',
      '/view/',
      '/view/guess',
      '//evil.example/',
      '/api/nothing',
    ])
      expect((await ask(path)).status).toBe(404);
    expect((await rawRequest({ port: reads.port, path: '/', method: 'POST', headers: own })).status).toBe(405);
  });

  test('of a report are fetched once, in a minute, and run one script only', async () => {
    const view = async (): Promise<string> => (JSON.parse((await ask('/api/report')).text) as { view: string }).view;
    const first = await view();
    expect(first).toMatch(/^\/view\/[\w-]{32}$/);
    const shown = await ask(first, { host: own.host });
    expect(shown).toMatchObject({ status: 200, text: '<!doctype html><p>A report</p>' });
    const digest = createHash('sha256').update(peopleScript).digest('base64');
    expect(shown.headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'sha256-${digest}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; require-trusted-types-for 'script'; sandbox allow-same-origin allow-scripts allow-downloads`,
    );
    expect((await ask(first, { host: own.host })).status).toBe(404);
    const late = await view();
    now += 60_000;
    expect((await ask(late, { host: own.host })).status).toBe(404);
  });

  test('say nothing of a mistake of ours but that it was printed', async () => {
    logged.length = 0;
    expect(await ask('/api/broken')).toMatchObject({
      status: 500,
      text: '{"refused":"Internal error: the control room has printed it."}',
    });
    expect(logged.map((line) => line.split('\n')[0])).toEqual(['GET /api/broken: Error: broken by this test']);
  });
});

test.each([
  ['name', { name: 'Ben' }],
  ['right to act', { mayAct: false }],
  ['sight of numbers', { seesNumbers: false }],
])('a stream ends when the %s of its visitor is another one', async (_, change) => {
  let visitor: Visitor = { name: 'Ada', mayAct: true, seesNumbers: true };
  async function* events(): AsyncGenerator<number> {
    yield 1;
    yield 2;
    visitor = { ...visitor, ...change };
    yield 3;
  }
  const server = await startControlServer({
    port: 0,
    identify: () => visitor,
    clock: { now: () => now, sleepUntil: () => new Promise(() => {}) },
    log: () => undefined,
    routes: [{ method: 'GET', path: '/api/stream', handle: async () => ({ events: events() }) }],
  });
  onTestFinished(() => server.close());
  const headers = { host: `127.0.0.1:${server.port}` };
  const { text } = await rawRequest({ port: server.port, path: '/api/stream', headers });
  expect(text.match(/^data: .*$/gm)).toEqual(['data: 1', 'data: 2']);
});

test('a stream in which nothing changes says that its server is there, and ends when its account is gone', async () => {
  let visitor: Visitor | Turned = { name: 'Ada', mayAct: true, seesNumbers: true };
  const wakes: (() => void)[] = [];
  async function* events(signal: AbortSignal): AsyncGenerator<number> {
    yield 1;
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  }
  const server = await startControlServer({
    port: 0,
    identify: () => visitor,
    clock: { now: () => now, sleepUntil: () => new Promise((resolve) => wakes.push(resolve)) },
    log: () => undefined,
    routes: [{ method: 'GET', path: '/api/stream', handle: async ({ signal }) => ({ events: events(signal) }) }],
  });
  onTestFinished(() => server.close());
  const { body } = await fetch(`http://127.0.0.1:${server.port}/api/stream`);
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toBe('data: 1\n\n');
  wakes[0]?.();
  expect((await reader.read()).value).toBe(': still here\n\n');
  await expect.poll(() => wakes.length).toBe(2);
  visitor = { status: 403, words: 'no account' };
  wakes[1]?.();
  expect(await reader.read()).toEqual({ done: true, value: undefined });
});

test('an account that has too many unanswered requests gets no more, and may act all the same', async () => {
  const headers = { host: `127.0.0.1:${acts.port}`, authorization: `Bearer ${token}` };
  const get = (path: string) => rawRequest({ port: acts.port, path, headers });
  const asked = Array.from({ length: 12 }, () => get('/api/slow'));
  await expect.poll(() => slow.length).toBe(12);
  expect(await get('/api/data')).toMatchObject({
    status: 429,
    text: '{"refused":"12 requests of yours are not answered yet. Wait for one of them."}',
  });
  const post = { 'content-type': 'application/json', ...headers };
  const act = { port: acts.port, path: '/api/act', method: 'POST', headers: post, body: '{}' } as const;
  expect((await rawRequest(act)).status).toBe(200);
  for (const answer of slow) answer();
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(12).fill(200));
  expect((await get('/api/data')).status).toBe(200);
});

test('an account that has too many open pages gets no more until one of them is closed', async () => {
  async function* events(signal: AbortSignal): AsyncGenerator<number> {
    yield 1;
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  }
  const server = await startControlServer({
    port: 0,
    identify: ({ headers }) => ({ name: headers.authorization, mayAct: false, seesNumbers: false }),
    clock: { now: () => now, sleepUntil: () => new Promise(() => {}) },
    log: () => undefined,
    routes: [{ method: 'GET', path: '/api/stream', handle: async ({ signal }) => ({ events: events(signal) }) }],
  });
  onTestFinished(() => server.close());
  const open = (name: string, signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${server.port}/api/stream`, { headers: { authorization: name }, signal: signal ?? null });
  const closed = new AbortController();
  const pages = await Promise.all(Array.from({ length: 30 }, () => open('Ben', closed.signal)));
  expect(pages.map(({ status }) => status)).toEqual(Array(30).fill(200));
  const refused = await open('Ben');
  expect([refused.status, await refused.text()]).toEqual([
    429,
    '{"refused":"30 pages of yours are open. Close one of them."}',
  ]);
  expect((await open('Ada')).status).toBe(200);
  closed.abort();
  await expect.poll(async () => (await open('Ben')).status).toBe(200);
});
