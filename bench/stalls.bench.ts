import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { type Started, startCommand } from './command.ts';
import { commandLine, isSmoke, median, record, requireBuilt, spread } from './measure.ts';
import { startPeer } from './start-peer.ts';
import { waitUntil } from './wait-until.ts';
import { writeCampaign } from './write-campaign.ts';

/**
 * How long the event loop of `callsheet run` stands still while it sends as fast as it can: by itself, with the progress display of a
 * terminal, and with `status --follow` reading its state file as well. From the first request until the last few, which the
 * service holds back until the measuring has ended.
 */
const recipients = Number(process.env['PEOPLE'] ?? (isSmoke ? 500 : 200_000));
const rounds = isSmoke ? 1 : Number(process.env['ROUNDS'] ?? 3);
const concurrency = 64;
const goalMs = 50;
const ways = ['plain', 'progress display', 'progress display, `status --follow` beside it'] as const;
type Way = (typeof ways)[number];

interface Stalls {
  readonly maxMs: number;
  readonly p999Ms: number;
  readonly meanMs: number;
}

interface TrialResult extends Stalls {
  readonly perSecond: number;
  /** How long this process, which only waits, was paused meanwhile: the share of the machine. */
  readonly machineMs: number;
}

requireBuilt();
const peer = await startPeer();
const client = fileURLToPath(new URL('clients/stalls.mjs', import.meta.url));
try {
  const hasTerminal = spawnSync('script', ['--version']).status === 0 && process.platform === 'linux';
  const lines = [
    `Milliseconds, while ${recipients} recipients are written to at concurrency ${concurrency}: the longest pause of the event loop and the longest except for a thousandth, median (least–most) of ${rounds}. Goal: never over ${goalMs}. The measuring itself waits 1 ms each time. The pause of a process that only waits is the machine’s, not ours.`,
    '',
    '| `callsheet run` | longest | 99.9 % | mean | requests/s | longest of a process that only waits |',
    '|---|---|---|---|---|---|',
  ];
  for (const way of ways) {
    if (way !== 'plain' && !hasTerminal) {
      lines.push(`| ${way} | missing: no script(1) of Linux, which makes a terminal | | | | |`);
      continue;
    }
    const all: TrialResult[] = [];
    for (let round = 0; round < rounds; round++) all.push(await trial(way));
    const figures = [
      spread(
        all.map(({ maxMs }) => maxMs),
        0,
      ),
      spread(
        all.map(({ p999Ms }) => p999Ms),
        0,
      ),
      spread(
        all.map(({ meanMs }) => meanMs),
        1,
      ),
      median(all.map(({ perSecond }) => perSecond)).toFixed(0),
      spread(
        all.map(({ machineMs }) => machineMs),
        0,
      ),
    ];
    lines.push(`| ${way} | ${figures.join(' | ')} |`);
    process.stdout.write(`${lines.at(-1)}\n`);
  }
  record('Stalls', lines);
} finally {
  peer.stop();
}

async function trial(way: Way): Promise<TrialResult> {
  const cwd = mkdtempSync(join(tmpdir(), 'callsheet-bench-'));
  const [sending, stalls] = [join(cwd, 'sending'), join(cwd, 'stalls.json')];
  writeCampaign(cwd, { recipients, concurrency });
  await peer.reset();
  await peer.hold(recipients - concurrency);
  const env = { BENCH_SENDING: sending, BENCH_STALLS: stalls };
  const args = ['run', 'bench.yaml', '--yes'];
  const run = way === 'plain' ? startPlain(cwd, args, env) : startOnTerminal(cwd, args, env);
  await requestsCome(run, 1);
  writeFileSync(sending, '');
  const own = monitorEventLoopDelay({ resolution: 1 });
  own.enable();
  const follow = way.includes('status')
    ? startCommand({ args: ['status', 'bench.yaml', '--follow'], cwd, peer })
    : undefined;
  await requestsCome(run, recipients - concurrency + 1);
  const { requests, ms } = await peer.tell();
  rmSync(sending);
  own.disable();
  await waitUntil('what was measured', () => existsSync(stalls));
  await peer.release();
  await run.ended();
  await follow?.ended();
  const measured = JSON.parse(readFileSync(stalls, 'utf8')) as Stalls;
  rmSync(cwd, { recursive: true, force: true });
  return { ...measured, perSecond: (requests / ms) * 1_000, machineMs: own.max / 1e6 };
}

interface Run {
  readonly process: ChildProcess;
  ended(): Promise<unknown>;
}

function startPlain(cwd: string, args: readonly string[], env: Readonly<Record<string, string>>): Run {
  const run: Started = startCommand({ args, cwd, peer, env, nodeArgs: ['--import', client] });
  return { process: run.process, ended: () => run.ended() };
}

/** As a person would see it: stderr is a terminal, on which the display draws. */
function startOnTerminal(cwd: string, args: readonly string[], env: Readonly<Record<string, string>>): Run {
  const command = [process.execPath, '--import', client, commandLine, ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...peer.env, ...env, XDG_STATE_HOME: join(cwd, 'rollback-guard'), TERM: 'xterm-256color' },
  });
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => void (shown = (shown + chunk).slice(-100_000)));
  const closed = once(child, 'close') as Promise<[number | null]>;
  return {
    process: child,
    async ended() {
      const [code] = await closed;
      // A tiny run ends before anything of its bar is filled.
      if (code !== 0 || !/[█░]/.test(shown)) throw new Error(`ended with ${code}, and showed: ${shown.slice(-2_000)}`);
    },
  };
}

async function requestsCome(run: Run, wanted: number): Promise<void> {
  await waitUntil(`${wanted} requests`, async () => {
    if ((await peer.tell()).requests >= wanted) return true;
    if (run.process.exitCode !== null) await run.ended();
    return false;
  });
}
