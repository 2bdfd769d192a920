import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { operationIds } from '../../src/service/operations/operations.ts';
import { sandboxRig } from '../rig/sandbox.ts';

/** The key, secret and moment of the published signature. */
const published = {
  keys: [{ key: 'bDqJFiq9', secret: '7bz1lzh9' }],
  clock: { start: '2021-09-01T04:00:00Z', speed: 0 },
};

describe('the golden requests', () => {
  it.each(operationIds)('%s, byte for byte, gets the golden answer, byte for byte', async (operation) => {
    await using rig = await sandboxRig({ world: published });
    // Whatever line ends the file has been given: HTTP ends those of its heads with CRLF.
    const [head = '', body = ''] = readFileSync(golden(`service/requests/${operation}.http`), 'utf8')
      .replaceAll('\r', '')
      .split('\n\n');
    const lines = head.replace('host: service.example', 'host: localhost').replaceAll('\n', '\r\n');
    const answer = await exchange(rig.sandbox.port, `${lines}\r\n\r\n${body}`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:[\w-]+: .+\r\n)+\r\n\{.*\}$/);
    await expect(answer.replaceAll('\r\n', '\n')).toMatchFileSnapshot(golden(`service/answers/${operation}.http`));
  });
});

describe('curl', () => {
  const curl = promisify(execFile);
  const found = curl('curl', ['--version']).then(
    () => true,
    () => false,
  );

  it('is client enough, the way docs/sandbox.md shows it', async ({ skip }) => {
    if (!(await found)) skip('no curl on this machine');
    await using rig = await sandboxRig();
    const page = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8');
    const script = /```sh\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
    const { stdout } = await curl('sh', ['-c', script], { env: { ...process.env, URL: rig.url } });
    expect(stdout).toBe('{"status":"0","reason":"success","balance":"1000","gift":"50","credit":"0"}');
  });

  it('gets a helpful answer when it forgets the content type', async ({ skip }) => {
    if (!(await found)) skip('no curl on this machine');
    await using rig = await sandboxRig();
    const { stdout } = await curl('curl', ['-s', '-d', '{}', `${rig.url}/otp/verification/send`]);
    expect(stdout).toBe(
      '{"status":"-22","reason":"parameter exception: Content-Type must be application/json;charset=UTF-8","data":null}',
    );
  });
});

function golden(name: string): string {
  return new URL(`../golden/${name}`, import.meta.url).pathname;
}

function exchange(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    const chunks: Buffer[] = [];
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const text = Buffer.concat(chunks).toString('utf8');
      const [head = '', body] = text.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      if (body === undefined || Buffer.byteLength(body) < length) return;
      socket.destroy();
      resolve(text);
    });
  });
}
