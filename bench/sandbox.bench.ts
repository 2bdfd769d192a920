import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { signHeaders } from '../src/service/http/signature.ts';
import { runLoad } from './http-load.ts';
import { isSmoke } from './measure.ts';

/**
 * The sandbox beside a server of Node's HTTP that does nothing, in turns in one run: requests of `whatsapp.send` a second at
 * concurrency 64 with every check and the journal, and what a million messages take of memory.
 */
const rounds = Number(process.env.ROUNDS ?? (isSmoke ? 1 : 21));
const perRound = Number(process.env.REQUESTS ?? (isSmoke ? 100 : 10_000));
const million = Number(process.env.MESSAGES ?? (isSmoke ? 1_000 : 1_000_000));

const empty = await start('empty');
const sandbox = await start('sandbox');
process.stdout.write(
  `start: the first ${sandbox.ms.toFixed(0)} ms after the import (goal: under 50), the next ${sandbox.againMs.toFixed(1)} ms with its close; ` +
    `an empty route's first ${empty.ms.toFixed(0)} ms\n`,
);

// Both are warm before anything counts.
await measure(empty, perRound * 2);
await measure(sandbox, perRound * 2);
const pairs: { readonly bare: Speed; readonly whole: Speed }[] = [];
// Short rounds in turns: whatever else the machine does falls on both.
for (let round = 0; round < rounds; round++) {
  const bare = await measure(empty, perRound);
  const whole = await measure(sandbox, perRound);
  pairs.push({ bare, whole });
}
show('requests a second (goal: a ratio of 0.60)', (speed) => speed.perSecond);
// Of the server's own threads alone: this one hardly feels what else the machine does.
show('requests per second of processor time', (speed) => speed.perCpuSecond);
empty.process.kill();
sandbox.process.kill();

const fresh = await start('sandbox');
await measure(fresh, isSmoke ? 200 : 20_000);
const before = await memory(fresh.process);
await measure(fresh, million);
const after = await memory(fresh.process);
const megabytes = ((after.bytes - before.bytes) / 1e6) * (1_000_000 / million);
process.stdout.write(
  `memory: ${megabytes.toFixed(0)} MB for a million messages (goal: under 300), resident ${(after.rss / 1e6).toFixed(0)} MB\n`,
);
fresh.process.kill();

interface Peer {
  readonly process: ChildProcess;
  readonly port: number;
  readonly ms: number;
  readonly againMs: number;
}

async function start(kind: 'empty' | 'sandbox'): Promise<Peer> {
  const child = fork(fileURLToPath(new URL('sandbox-peer.ts', import.meta.url)), [kind], {
    execArgv: [...process.execArgv, '--expose-gc'],
  });
  const [peer] = (await once(child, 'message')) as [Omit<Peer, 'process'>];
  return { process: child, ...peer };
}

interface Speed {
  readonly perSecond: number;
  readonly perCpuSecond: number;
}

function show(what: string, of: (speed: Speed) => number): void {
  const sorted = (values: readonly number[]): readonly number[] => values.toSorted((a, b) => a - b);
  const middle = (values: readonly number[]): number => sorted(values)[values.length >> 1] ?? 0;
  const ratios = sorted(pairs.map(({ bare, whole }) => of(whole) / of(bare)));
  const [least = 0, most = 0] = [ratios[Math.floor(ratios.length * 0.1)], ratios[Math.floor(ratios.length * 0.9)]];
  process.stdout.write(
    `${what}: empty ${middle(pairs.map(({ bare }) => of(bare))).toFixed(0)}, sandbox ${middle(pairs.map(({ whole }) => of(whole))).toFixed(0)}; ` +
      `ratio ${middle(ratios).toFixed(2)}, most rounds from ${least.toFixed(2)} to ${most.toFixed(2)}\n`,
  );
}

async function measure(peer: Peer, requests: number): Promise<Speed> {
  const { port } = peer;
  let head = '';
  let signedAt = 0;
  const request = (ordinal: number): Buffer => {
    if (Date.now() - signedAt > 60_000) {
      signedAt = Date.now();
      const headers = signHeaders({ apiKey: 'sandbox-key', apiSecret: 'sandbox-secret' }, signedAt);
      const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers }).map(
        ([name, value]) => `${name}: ${value}`,
      );
      head = `POST /wa/custom/sendMsg HTTP/1.1\r\n${lines.join('\r\n')}\r\n`;
    }
    const body = bodyOf(ordinal);
    return Buffer.from(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const before = await processorMs(peer.process);
  const load = await runLoad({ port, concurrency: 64, requests, request });
  if (load.failures > 0) throw new Error(`${load.failures} requests failed`);
  const cpuMs = (await processorMs(peer.process)) - before;
  return { perSecond: requests / load.seconds, perCpuSecond: (requests / cpuMs) * 1000 };
}

/** Words that differ from message to message, as names, dates and offers do: the same one a million times would pack too well. */
function bodyOf(ordinal: number): string {
  const mixed = Math.imul(ordinal + 1, 0x9e3779b1) >>> 0;
  const word = (shift: number): string => ((mixed >>> shift) % 46_656).toString(36);
  return JSON.stringify({
    appId: 'sandbox-app',
    businessPhone: '2348000000001',
    channelType: 0,
    recipient: `23480${String(mixed % 100_000_000).padStart(8, '0')}`.replace(/0000$/, '0001'),
    type: 'text',
    text: {
      body: `Hello ${word(0)} ${word(5)}, your membership ${mixed.toString(36)} ends on Friday ${word(9)}. Renew with ${word(13)} now and keep your ${ordinal % 30} % off. Ada, Member Care`,
    },
  });
}

async function processorMs(child: ChildProcess): Promise<number> {
  child.send('processor');
  const [usage] = (await once(child, 'message')) as [{ cpuMs: number }];
  return usage.cpuMs;
}

async function memory(child: ChildProcess): Promise<{ bytes: number; rss: number }> {
  child.send('memory');
  const [size] = (await once(child, 'message')) as [{ bytes: number; rss: number }];
  return size;
}
