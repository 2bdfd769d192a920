import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { signHeaders } from '../src/service/signature.ts';
import { runLoad } from './http-load.ts';

/**
 * The sandbox beside an empty route of the same library, in turns in one run: requests of `whatsapp.send` a second at
 * concurrency 64 with every check and the journal, and what a million messages take of memory.
 */
const rounds = Number(process.env.ROUNDS ?? 5);
const perRound = Number(process.env.REQUESTS ?? 40_000);
const million = Number(process.env.MESSAGES ?? 1_000_000);

const empty = await start('empty');
const sandbox = await start('sandbox');
process.stdout.write(`start: ${sandbox.ms.toFixed(0)} ms for the sandbox, import included\n`);

const ratios: number[] = [];
for (let round = 0; round <= rounds; round++) {
  const bare = await measure(empty.port, perRound);
  const whole = await measure(sandbox.port, perRound);
  // The first round warms both up.
  if (round === 0) continue;
  ratios.push(whole / bare);
  process.stdout.write(
    `round ${round}: empty ${bare.toFixed(0)}/s, sandbox ${whole.toFixed(0)}/s, ratio ${(whole / bare).toFixed(2)}\n`,
  );
}
ratios.sort((a, b) => a - b);
const [least, middle, most] = [ratios[0]!, ratios[ratios.length >> 1]!, ratios.at(-1)!];
process.stdout.write(
  `ratio: median ${middle.toFixed(2)}, from ${least.toFixed(2)} to ${most.toFixed(2)} (goal: at least 0.60)\n`,
);
empty.process.kill();
sandbox.process.kill();

const fresh = await start('sandbox');
await measure(fresh.port, 20_000);
const before = await memory(fresh.process);
await measure(fresh.port, million);
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
}

async function start(kind: 'empty' | 'sandbox'): Promise<Peer> {
  const child = fork(fileURLToPath(new URL('sandbox-peer.ts', import.meta.url)), [kind], {
    execArgv: [...process.execArgv, '--expose-gc'],
  });
  const [told] = (await once(child, 'message')) as [{ port: number; ms: number }];
  return { process: child, ...told };
}

async function measure(port: number, requests: number): Promise<number> {
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
  const load = await runLoad({ port, concurrency: 64, requests, request });
  if (load.failures > 0) throw new Error(`${load.failures} requests failed`);
  return load.requests / load.seconds;
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

async function memory(child: ChildProcess): Promise<{ bytes: number; rss: number }> {
  child.send('measure');
  const [told] = (await once(child, 'message')) as [{ bytes: number; rss: number }];
  return told;
}
