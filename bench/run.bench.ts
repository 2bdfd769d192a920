import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandLine, isSmoke, median, record, requireBuilt, spread } from './measure.ts';
import { startPeer } from './start-peer.ts';

/**
 * One signed message per recipient: `callsheet run`, durable, beside a bare undici loop that remembers nothing, in turns, with
 * the same bodies and the same service. The service takes the time, from the first request to the last: start-up is
 * measured elsewhere.
 */
const clients = ['bare undici loop', 'undici and p-limit', 'callsheet run'] as const;
type Client = (typeof clients)[number];

interface Measured {
  readonly perSecond: number;
  readonly cpuUs: number;
  readonly rssMb: number;
}

/** Recipients by concurrency: some seconds each. */
const people: Readonly<Record<number, number>> = isSmoke
  ? { 1: 20, 64: 200 }
  : { 1: 2_000, 16: 20_000, 64: 40_000, 256: 40_000 };
const rounds = isSmoke ? 1 : Number(process.env['ROUNDS'] ?? 5);
const only = process.env['CONCURRENCY'];

requireBuilt();
const folder = mkdtempSync(join(tmpdir(), 'callsheet-bench-'));
const peer = await startPeer();
try {
  const lines = [
    'Requests per second as ratios to the bare loop of the same round: median (least–most).',
    '',
    '| concurrency | client | ratio | requests/s | CPU µs a request | memory MB |',
    '|---|---|---|---|---|---|',
  ];
  for (const concurrency of Object.keys(people).map(Number)) {
    if (only !== undefined && !only.split(',').includes(String(concurrency))) continue;
    lines.push(...(await compare(concurrency)));
  }
  record('Sending', [...lines, '', missing()]);
} finally {
  peer.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function compare(concurrency: number): Promise<string[]> {
  const measured = new Map<Client, Measured[]>(clients.map((client) => [client, []]));
  // The first round warms the disk and the service up.
  for (let round = isSmoke ? 1 : 0; round <= rounds; round++) {
    for (const client of clients) {
      const one = await trial(client, concurrency);
      if (round > 0) measured.get(client)?.push(one);
    }
  }
  const yardstick = measured.get('bare undici loop') ?? [];
  return clients.map((client) => {
    const all = measured.get(client) ?? [];
    const ratios = all.map(({ perSecond }, round) => perSecond / (yardstick[round]?.perSecond ?? Number.NaN));
    const figures = [
      median(all.map(({ perSecond }) => perSecond)),
      median(all.map(({ cpuUs }) => cpuUs)),
      median(all.map(({ rssMb }) => rssMb)),
    ];
    return `| ${concurrency} | ${client} | ${spread(ratios)} | ${figures.map((figure) => Math.round(figure)).join(' | ')} |`;
  });
}

async function trial(client: Client, concurrency: number): Promise<Measured> {
  const count = people[concurrency] ?? 0;
  const cwd = mkdtempSync(join(folder, 'trial-'));
  write(cwd, concurrency, count);
  await peer.reset();
  const usageFile = join(cwd, 'usage.json');
  const usage = fileURLToPath(new URL('clients/usage.mjs', import.meta.url));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', usage, ...argumentsOf(client, concurrency, peer.port)],
    {
      cwd,
      encoding: 'utf8',
      env: {
        ...process.env,
        BENCH_USAGE: usageFile,
        XDG_STATE_HOME: join(cwd, 'witness'),
        ...peer.env,
      },
    },
  );
  if (status !== 0) throw new Error(`${client} ended with ${status}: ${stdout}${stderr}`);
  const { requests, twice, wrongSignatures, ms } = await peer.tell();
  if (requests !== count || twice > 0 || wrongSignatures > 0) {
    throw new Error(`${client}: ${requests} of ${count} requests, ${twice} twice, ${wrongSignatures} signed wrongly`);
  }
  const { cpuMs, rssMb } = JSON.parse(readFileSync(usageFile, 'utf8')) as { cpuMs: number; rssMb: number };
  rmSync(cwd, { recursive: true, force: true });
  return { perSecond: (count / ms) * 1000, cpuUs: (cpuMs / count) * 1000, rssMb };
}

function argumentsOf(client: Client, concurrency: number, port: number): string[] {
  const bare = fileURLToPath(new URL('clients/bare.mjs', import.meta.url));
  switch (client) {
    case 'bare undici loop':
      return [bare, 'loop', String(port), String(concurrency), 'members.csv'];
    case 'undici and p-limit':
      return [bare, 'p-limit', String(port), String(concurrency), 'members.csv'];
    case 'callsheet run':
      return [commandLine, 'run', 'bench.yaml', '--yes'];
    default:
      return client satisfies never;
  }
}

function write(cwd: string, concurrency: number, count: number): void {
  const rows = Array.from({ length: count }, (_, n) => `${2_348_000_000_000 + n * 7},Name${n % 977}\n`);
  writeFileSync(join(cwd, 'members.csv'), `phone,name\n${rows.join('')}`);
  writeFileSync(
    join(cwd, 'bench.yaml'),
    `campaign: bench
timezone: Africa/Lagos
limits: { concurrency: ${concurrency} }
account: { appId: bench-app, businessPhone: "2348000000001" }
audiences:
  members: { file: members.csv, key: phone }
steps:
  hello:
    uses: whatsapp.send
    purpose: transactional
    window: always
    forEach: members
    with:
      type: text
      text: { body: "Good morning {{ recipient.name }}, your parcel is at the pick-up point and waits for you until Friday evening." }
`,
  );
}

function missing(): string {
  return 'Missing, as nothing is installed for the bench yet: BullMQ, graphile-worker, pg-boss, Artillery, Step CI.';
}
