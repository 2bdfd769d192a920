import { createServer, globalAgent, type Server } from 'node:https';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen } from '../rig/byte-server.ts';
import { selfSigned } from '../rig/self-signed.ts';
import { printing, snapshotRig } from '../rig/snapshot.ts';

const list = 'phone,name\n2340001,Ada\n2340002,Bo\n';
const seen: { url: string; authorization: string | undefined }[] = [];
const closed: string[] = [];
let server: Server;
let origin = '';

beforeAll(async () => {
  const { key, cert } = selfSigned();
  server = createServer({ key, cert }, (request, response) => {
    const { url = '' } = request;
    seen.push({ url, authorization: request.headers.authorization });
    switch (url.split('?', 1).join()) {
      case '/list.csv':
        return void response.end(list);
      case '/list.csv.gz':
        return void response.end(gzipSync(list));
      case '/moved':
        return void response.writeHead(302, { location: '/list.csv' }).end();
      case '/plain':
        return void response.writeHead(302, { location: 'http://example.com/list.csv' }).end();
      case '/machine':
        return void response.writeHead(302, { location: `http://127.0.0.1:${new URL(origin).port}/list.csv` }).end();
      case '/near':
        return void response.writeHead(302, { location: `${origin}/list.csv` }).end();
      case '/name':
        return void response.writeHead(302, { location: `${origin.replace('127.0.0.1', 'localhost')}/list.csv` }).end();
      case '/page':
        response.writeHead(200, { link: [`<${origin}/a>; rel=prev`, `<${origin}/b>; title="c"; rel="last next"`] });
        return void response.end(list);
      case '/last-page':
        response.writeHead(200, {
          link: `<${origin}/next>; rel="first", <${origin}/a>; rel=nextish`,
          'x-next-page': '',
        });
        return void response.end(list);
      case '/unended':
        request.socket.once('close', () => closed.push(url));
        response.writeHead(200, { 'x-next-page': '2' });
        return void response.write(list);
      case '/gitlab':
        return void response.writeHead(200, { 'x-next-page': '2' }).end(list);
      case '/elsewhere':
        return void response.writeHead(307, { location: `${origin.replace('127.0.0.1', 'localhost')}/list.csv` }).end();
      case '/round':
        return void response.writeHead(302, { location: '/round' }).end();
      case '/short':
        response.writeHead(200, { 'content-length': String(list.length + 20) });
        return void response.write(list, () => response.destroy());
      case '/cut':
        response.write(list);
        return void setTimeout(() => response.destroy(), 50);
      case '/endless':
        response.shouldKeepAlive = false;
        response.useChunkedEncodingByDefault = false;
        response.removeHeader('transfer-encoding');
        return void response.end(list);
      case '/slow':
        return void response.write('phone,name\n');
      case '/denied':
        return void response.writeHead(403).end('the signature has expired: abc123');
      case '/html':
        return void response.end('<html>sign in</html>');
      default:
        return void response.writeHead(404).end();
    }
  });
  origin = `https://127.0.0.1:${await listen(server, '0.0.0.0')}`;
  globalAgent.options.ca = cert;
});

afterAll(() => {
  delete globalAgent.options.ca;
  server.closeAllConnections();
  server.close();
});

const at = (path: string) => ({ kind: 'http', url: `${origin}${path}`, format: 'csv', sep: undefined }) as const;

describe('an address', () => {
  test('gives the same snapshot as any other source, compressed, redirected or from the environment', async () => {
    using rig = snapshotRig();
    const { digest } = await rig.read(printing(list));
    const reads = [
      await rig.read(at('/list.csv')),
      await rig.read(at('/list.csv.gz')),
      await rig.read(at('/moved')),
      await rig.read(at('/last-page')),
      await rig.read(at('/404'), { address: `${origin}/list.csv?X-Signature=abc` }),
    ];
    const sources = ['the source', 'the source', 'the source', 'the source', new URL(origin).host];
    expect(reads.map((read) => [read.findings, read.digest, read.record?.source])).toEqual(
      sources.map((source) => [[], digest, source]),
    );
  });

  test('gets a header from the environment, and no other server gets it', async () => {
    using rig = snapshotRig();
    seen.length = 0;
    const env = { CALLSHEET_AUDIENCE_MEMBERS_AUTHORIZATION: 'Bearer s3cret' };
    await rig.read(at('/moved'), { env });
    await rig.read(at('/elsewhere'), { env });
    expect(seen.slice(0, 3)).toEqual([
      { url: '/moved', authorization: 'Bearer s3cret' },
      { url: '/list.csv', authorization: 'Bearer s3cret' },
      { url: '/elsewhere', authorization: 'Bearer s3cret' },
    ]);
    expect(seen.slice(3).filter(({ authorization }) => authorization !== undefined)).toEqual([]);
  });

  test.each([
    ['/short', 'the connection was cut before the end of the answer'],
    ['/cut', 'the connection was cut before the end of the answer'],
    ['/endless', 'the server does not say how long its answer is, so a truncated one would look complete'],
    ['/denied', 'the server answered 403'],
    ['/none', 'the server answered 404'],
    ['/plain', 'the server redirects to an address without https'],
    ['/machine', 'the server redirects to an address without https'],
    ['/page', 'the server has a next page, so this answer is a part of the list'],
    ['/gitlab', 'the server has a next page, so this answer is a part of the list'],
    ['/round', 'there are more than 5 redirects'],
  ])('%s gives no snapshot: %s', async (path, message) => {
    using rig = snapshotRig();
    const read = await rig.read(at(path));
    expect(read).toEqual({ digest: undefined, record: undefined, findings: [`CS6033 the source: ${message}`] });
  });

  test('whose answer is refused before its end leaves no connection open', async () => {
    using rig = snapshotRig();
    await rig.read(at('/unended'));
    await expect.poll(() => closed).toEqual(['/unended']);
  });

  const own = Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address),
  );
  test.skipIf(own.length === 0)('of a network may not lead to this machine, by number or by name', async () => {
    using rig = snapshotRig();
    globalAgent.options.checkServerIdentity = () => undefined;
    const before = seen.length;
    const reads = [];
    for (const path of ['/near', '/name', '/moved'])
      reads.push(await rig.read({ ...at(path), url: `${origin.replace('127.0.0.1', own[0]!)}${path}` }));
    delete globalAgent.options.checkServerIdentity;
    const refused = ['CS6033 the source: the server redirects to this machine or to a private network'];
    expect(reads.map(({ findings }) => findings)).toEqual([refused, refused, []]);
    expect(seen.slice(before).map(({ url }) => url)).toEqual(['/near', '/name', '/moved', '/list.csv']);
  });

  test('that is slow, down, without https, or not trusted gives none either', async () => {
    using rig = snapshotRig();
    const unused = await new Promise<number>((resolve) => {
      const probe = createServer().listen(0, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
      });
    });
    connect(unused, '127.0.0.1').on('error', () => {});
    const { ca } = globalAgent.options;
    const slow = await rig.read(at('/slow'), { timeoutMs: 500 });
    const down = await rig.read({ ...at(''), url: `https://127.0.0.1:${unused}/` });
    const plain = await rig.read(at('/list.csv'), { address: 'http://example.com/list.csv' });
    const password = await rig.read(at('/list.csv'), { address: 'https://me:s3cret@example.com/list.csv' });
    delete globalAgent.options.ca;
    globalAgent.destroy();
    const untrusted = await rig.read(at('/list.csv'), { address: origin.replace('127.0.0.1', 'localhost') });
    globalAgent.options.ca = ca;
    expect([slow, down, plain, password].map(({ findings }) => findings)).toEqual([
      ['CS6033 the source: it took more than 0.5 s'],
      ['CS6033 the source: the server does not answer: ECONNREFUSED'],
      ['CS6033 example.com: CALLSHEET_AUDIENCE_MEMBERS_URL is not an https address without a password'],
      ['CS6033 example.com: CALLSHEET_AUDIENCE_MEMBERS_URL is not an https address without a password'],
    ]);
    expect(untrusted.findings.join()).toMatch(/^CS6033 localhost:\d+: no secure connection: /);
  });

  test('of a page instead of a list is an error', async () => {
    using rig = snapshotRig();
    expect((await rig.read(at('/html'))).findings).toEqual(['CS6001 This file is a web page, not a list']);
  });
});
