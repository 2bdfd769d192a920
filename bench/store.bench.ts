import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '../test/rig/postgres/start-server.ts';
import { ours, pgBoss, yardstick } from './clients.ts';
import { type Started, startCommand } from './command.ts';
import { treeCpuMs } from './databases.ts';
import { isSmoke, median, record, requireBuilt, spread } from './measure.ts';
import { startPeer } from './start-peer.ts';
import { measureTrial } from './trial.ts';
import { waitUntil } from './wait-until.ts';
import { writeCampaign } from './write-campaign.ts';

/**
 * Several processes send one run through a store: requests per second as ratios to the bare loop, to one process with a state file, and
 * to pg-boss without a ledger; and how long the rest takes. Service, database, leader and workers share the machine. `PART=sends`,
 * `submit`, `pause` or `takeover` for a part; `WORKERS=1,4` for some rows, `ROUNDS`, `RECIPIENTS`.
 */
const concurrency = 64;
/** A process takes a second of processor time until V8 has compiled what it runs: of few recipients four workers would show little else. */
const recipients = isSmoke ? 200 : Number(process.env['RECIPIENTS'] ?? 40_000);
const million = isSmoke ? 1_000 : 1_000_000;
const rounds = isSmoke ? 1 : Number(process.env['ROUNDS'] ?? 3);
const crews = (process.env['WORKERS'] ?? (isSmoke ? '1' : '0,1,2,4')).split(',').map(Number);
const leaseSeconds = isSmoke ? 2 : 10;
const parts: Readonly<Record<string, () => Promise<readonly string[]>>> = { sends, submit, pause, takeover };
const chosen = process.env['PART'];

requireBuilt();
const folder = mkdtempSync(join(tmpdir(), 'callsheet-postgres-'));
const peer = await startPeer();
const server = await startServer(folder);
let databases = 0;
try {
  const tables: string[] = [];
  for (const [name, part] of Object.entries(parts))
    if (chosen === undefined || chosen === name) tables.push(...(await part()), '');
  record('Workers', tables.slice(0, -1), chosen === undefined ? undefined : { cells: 1 });
} finally {
  peer.stop();
  process.kill(-server.pid, 'SIGQUIT');
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

async function sends(): Promise<readonly string[]> {
  const measured = new Map<string, Sent[]>();
  const note = (name: string, one: Sent): void => void measured.set(name, [...(measured.get(name) ?? []), one]);
  const aside = { ...pgBoss, name: 'pg-boss alone, one process, no ledger', database: asideDatabase };
  for (let round = 1; round <= rounds; round++) {
    for (const client of [yardstick, ours, ...(crews.includes(1) && !isSmoke ? [aside] : [])]) {
      const one = await measureTrial({ client, peer, concurrency, recipients });
      if (!('missing' in one)) note(client.name, one);
    }
    for (const workers of crews) note(nameOf(workers), await sendTogether(workers));
  }
  const bare = (measured.get(yardstick.name) ?? []).map(({ perSecond }) => perSecond);
  const file = (measured.get(ours.name) ?? []).map(({ perSecond }) => perSecond);
  const lines = [...measured].map(([name, all]) => {
    const ratios = (to: readonly number[]): string =>
      spread(all.map(({ perSecond }, at) => perSecond / (to[at] ?? Number.NaN)));
    const cells = [
      median(all.map(({ perSecond }) => perSecond)).toFixed(0),
      middle(all.map(({ laterPerSecond }) => laterPerSecond)),
      middle(all.map(({ claimP99Ms }) => claimP99Ms)),
      ...(['leader', 'workers', 'database'] as const).map((who) => middle(all.map(({ cpu }) => cpu?.[who]))),
      middle(all.map(({ commits }) => commits)),
    ];
    return `| ${name} | ${ratios(bare)} | ${ratios(file)} | ${cells.join(' | ')} |`;
  });
  return [
    `| ${recipients} recipients, concurrency ${concurrency} | to the bare loop | to a state file | requests/s | second half, /s | claim p99, ms | leader, µs a request | workers, µs | database, µs | commits for 100 requests |`,
    '|---|---|---|---|---|---|---|---|---|---|',
    ...lines,
  ];
}

function middle(values: readonly (number | undefined)[]): string {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? '' : median(known).toFixed(0);
}

interface Sent {
  readonly perSecond: number;
  readonly claimP99Ms?: number | undefined;
  /** Of the second half, when each process has compiled its code. */
  readonly laterPerSecond?: number;
  /** Microseconds of processor time for each request of the second half. */
  readonly cpu?: CpuOf;
  readonly commits?: number;
}

interface CpuOf {
  readonly leader: number;
  readonly workers: number;
  readonly database: number;
}

function nameOf(workers: number): string {
  return workers === 0 ? 'callsheet run with a store' : `callsheet run --no-send, workers: ${workers}`;
}

async function sendTogether(workers: number): Promise<Sent> {
  await using crew = await startCrew({ workers });
  await untilRequests(crew, recipients / 2);
  const half = { ...(await peer.tell()), cpu: cpuOf(crew) };
  await untilRequests(crew, recipients);
  const cpu = cpuOf(crew);
  const claims = await Promise.all(crew.workers.map(claimHistogram));
  await crew.leader.ended([0]);
  // By themselves, so that the next ones find what V8 has compiled, as everywhere else.
  for (const worker of crew.workers) worker.process.kill('SIGTERM');
  await Promise.all(crew.workers.map((worker) => worker.ended()));
  const { requests, twice, ms } = await peer.tell();
  if (requests !== recipients || twice > 0) throw new Error(`${requests} of ${recipients} requests, ${twice} twice`);
  const rest = requests - half.requests;
  const usOf = (who: keyof CpuOf): number => ((cpu[who] - half.cpu[who]) / rest) * 1_000;
  return {
    perSecond: (requests / ms) * 1_000,
    laterPerSecond: (rest / (ms - half.ms)) * 1_000,
    claimP99Ms: workers === 0 ? undefined : p99Of(claims),
    cpu: { leader: usOf('leader'), workers: usOf('workers'), database: usOf('database') },
    commits: ((await commitsOf(crew)) / requests) * 100,
  };
}

/** Milliseconds so far. */
function cpuOf({ leader, workers }: Crew): CpuOf {
  const msOf = ({ process: { pid } }: Started): number => treeCpuMs(pid ?? 0);
  return {
    leader: msOf(leader),
    workers: workers.reduce((sum, worker) => sum + msOf(worker), 0),
    // The server's own first process: it was started by a shell.
    database: treeCpuMs(Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])),
  };
}

/** Processes of the server say it when they end, or once a second. */
async function commitsOf({ env }: Crew): Promise<number> {
  await sleep(2_000);
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: env['CALLSHEET_STORE']?.split('?')[0] });
  await client.connect();
  const { rows } = await client.query<{ readonly commits: string }>(
    'SELECT xact_commit AS commits FROM pg_stat_database WHERE datname = current_database()',
  );
  await client.end();
  return Number(rows[0]?.commits);
}

/** How long it takes until a run of a million jobs, which start later, waits for its first one. */
async function submit(): Promise<readonly string[]> {
  const [seconds, memory]: [number[], number[]] = [[], []];
  for (let round = 1; round <= rounds; round++) {
    await using crew = await startCrew({ workers: 0, recipients: million, starts: true });
    await crew.leader.says('waits for the start');
    seconds.push((performance.timeOrigin + performance.now() - crew.leader.startedAt) / 1000);
    memory.push(crew.leader.mostMb());
  }
  return [
    '| submitting | seconds | memory MB | goal |',
    '|---|---|---|---|',
    `| ${million} jobs that start later | ${spread(seconds, 1)} | ${spread(memory, 0)} | 10 s, 200 MB |`,
  ];
}

/** From the end of `callsheet pause` to the last request that still arrives. */
async function pause(): Promise<readonly string[]> {
  const latencies: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    await using crew = await startCrew({ workers: 2 });
    await untilRequests(crew, recipients / 4);
    await startCommand({ args: ['pause', 'bench.yaml'], cwd: crew.cwd, peer, env: crew.env }).ended();
    const paused = performance.now();
    latencies.push((await untilQuiet(isSmoke ? 300 : 2_000)).last - paused);
  }
  const shown = latencies.map((ms) => Math.max(0, ms));
  return [
    '| control | ms | goal |',
    '|---|---|---|',
    `| from the end of \`pause\` to the last request of two workers | ${spread(shown, 0)} | 1000 |`,
  ];
}

/** The longest time without a request when the leader goes and a worker that may lead leads next. */
async function takeover(): Promise<readonly string[]> {
  const gaps: Record<'SIGKILL' | 'SIGTERM', number[]> = { SIGKILL: [], SIGTERM: [] };
  for (let round = 1; round <= rounds; round++) {
    for (const signal of isSmoke ? (['SIGTERM'] as const) : (['SIGKILL', 'SIGTERM'] as const)) {
      await using crew = await startCrew({ workers: 2, mayLead: true });
      await untilRequests(crew, recipients / 4);
      crew.leader.process.kill(signal);
      gaps[signal].push(await longestGap());
      await crew.leader.ended([null, 4]);
    }
  }
  return [
    '| takeover, after | longest time without a request, s |',
    '|---|---|',
    ...(gaps.SIGKILL.length === 0
      ? []
      : [`| kill -9 of the leader, with a lease of ${leaseSeconds} s | ${spread(gaps.SIGKILL, 1)} |`]),
    `| SIGTERM of the leader | ${spread(gaps.SIGTERM, 1)} |`,
  ];
}

interface Crew extends AsyncDisposable {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly leader: Started;
  readonly workers: readonly Started[];
}

async function startCrew(given: {
  readonly workers: number;
  readonly mayLead?: boolean;
  readonly recipients?: number;
  /** Its jobs start in an hour. */
  readonly starts?: boolean;
}): Promise<Crew> {
  const cwd = mkdtempSync(join(tmpdir(), 'callsheet-bench-'));
  const starts = new Date(Date.now() + 3_600_000 * 2).toISOString().slice(0, 19);
  writeCampaign(cwd, { recipients: given.recipients ?? recipients, concurrency, ...(given.starts && { starts }) });
  await peer.reset();
  const env = { CALLSHEET_STORE: `${await newDatabase()}?lease=${leaseSeconds}`, HOME: cwd };
  const start = (...args: readonly string[]): Started => startCommand({ args, cwd, peer, env });
  const leader = start('run', 'bench.yaml', '--yes', ...(given.workers === 0 ? [] : ['--no-send']));
  const options = ['--metrics-port', '0', ...(given.mayLead === true ? ['--may-lead'] : [])];
  const workers = Array.from({ length: given.workers }, () => start('worker', 'bench.yaml', ...options));
  return {
    cwd,
    env,
    leader,
    workers,
    async [Symbol.asyncDispose]() {
      for (const { process: child } of [leader, ...workers]) {
        child.kill('SIGKILL');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      }
      rmSync(cwd, { recursive: true, force: true });
    },
  };
}

async function untilRequests({ leader }: Crew, count: number): Promise<void> {
  await waitUntil(`${count} requests`, async () => {
    if ((await peer.tell()).requests >= count) return true;
    if (leader.process.exitCode !== null) await leader.ended([]);
    return false;
  });
}

/** Resolves when no request has come for so long; `last` is when the last one did. */
async function untilQuiet(ms: number): Promise<{ readonly last: number }> {
  let last = performance.now();
  for (let before = -1; performance.now() - last < ms; await sleep(5)) {
    const { requests } = await peer.tell();
    if (requests !== before) last = performance.now();
    before = requests;
  }
  return { last };
}

/** Seconds, until all requests have come. */
async function longestGap(): Promise<number> {
  let [before, since, longest] = [-1, performance.now(), 0];
  await waitUntil(
    'the last request',
    async () => {
      const { requests } = await peer.tell();
      const now = performance.now();
      if (requests !== before) {
        longest = Math.max(longest, now - since);
        [before, since] = [requests, now];
      }
      return requests >= recipients;
    },
    isSmoke ? 20 : 2,
  );
  return longest / 1000;
}

/** How many claims took at most so many seconds, by the metrics of a worker. */
async function claimHistogram(worker: Started): Promise<ReadonlyMap<number, number>> {
  await worker.says('/metrics');
  const text = await (await fetch(worker.said(/Metrics: (\S+)/))).text();
  const buckets = [...text.matchAll(/^callsheet_claim_duration_seconds_bucket\{le="([\d.]+|\+Inf)".*\} (\d+)$/gm)];
  return new Map(buckets.map(([, least, count]) => [least === '+Inf' ? Infinity : Number(least), Number(count)]));
}

/** As Prometheus does: evenly within a bucket. */
function p99Of(histograms: readonly ReadonlyMap<number, number>[]): number {
  const sums = new Map<number, number>();
  for (const one of histograms) for (const [most, count] of one) sums.set(most, (sums.get(most) ?? 0) + count);
  const buckets = [...sums].sort(([a], [b]) => a - b);
  const wanted = 0.99 * (buckets.at(-1)?.[1] ?? 0);
  let [from, below] = [0, 0];
  for (const [most, count] of buckets) {
    if (count >= wanted)
      return (most === Infinity ? from : from + ((most - from) * (wanted - below)) / (count - below)) * 1000;
    [from, below] = [most, count];
  }
  return Number.NaN;
}

async function asideDatabase() {
  return { address: await newDatabase(), cpuMs: () => Number.NaN, stop: () => Promise.resolve() };
}

async function newDatabase(): Promise<string> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: `${server.url}/postgres` });
  await client.connect();
  await client.query(`CREATE DATABASE b${++databases}`);
  await client.end();
  return `${server.url}/b${databases}`;
}
