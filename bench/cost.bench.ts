import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCommand, type Taken } from './command.ts';
import { largestCosts, ofWriter } from './cost-owners.ts';
import { commandLine, isSmoke, median, record, requireBuilt } from './measure.ts';
import { type Spent, sumProfile } from './profile.ts';
import { startPeer } from './start-peer.ts';
import { writeCampaign } from './write-campaign.ts';

/**
 * What one message takes of the processor at concurrency 64, and of the system: by Node's profiler, whose code runs, who the
 * three largest are and what would remove them, and by strace, which calls are made. Both slow the run down; the sum for one message is of runs without either.
 */
const recipients = Number(process.env['PEOPLE'] ?? (isSmoke ? 500 : 100_000));
const traced: readonly [number, number] = isSmoke ? [200, 400] : [4_000, 12_000];
const rounds = isSmoke ? 1 : Number(process.env['ROUNDS'] ?? 3);
const concurrency = 64;
const shown = 14;

requireBuilt();
const folder = mkdtempSync(join(tmpdir(), 'callsheet-bench-'));
const peer = await startPeer();
try {
  const whole: Taken[] = [];
  for (let round = 0; round < rounds; round++) whole.push(await run(recipients));
  const perMessage = (pick: (taken: Taken) => number): string =>
    ((median(whole.map(pick)) / recipients) * 1e6).toFixed(1);
  const profiled = [...(await profile())].sort(([, a], [, b]) => b - a);
  record('Cost of a message', [
    `${recipients} messages at concurrency ${concurrency}, median of ${rounds}: ${perMessage(({ cpuSeconds }) => cpuSeconds)} µs of processor time each, ${perMessage(({ systemSeconds }) => systemSeconds)} µs of them in the system's calls, on all threads.`,
    '',
    '| by the profile’s clock, from the first message to the last; of the thread that writes, waiting for the disk counts too | µs a message |',
    '|---|---|',
    ...profiled.slice(0, shown).map(([what, us]) => `| ${what} | ${(us / recipients).toFixed(1)} |`),
    `| everything else | ${(profiled.slice(shown).reduce((sum, [, us]) => sum + us, 0) / recipients).toFixed(1)} |`,
    '',
    'The three largest:',
    '',
    ...largestCosts(new Map(profiled), recipients),
    '',
    ...systemCalls(),
  ]);
} finally {
  peer.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function run(count: number, nodeArgs: readonly string[] = []): Promise<Taken> {
  const cwd = mkdtempSync(join(folder, 'cost-'));
  writeCampaign(cwd, { recipients: count, concurrency });
  const taken = await startCommand({ args: ['run', 'bench.yaml', '--yes'], cwd, peer, nodeArgs }).ended();
  rmSync(cwd, { recursive: true, force: true });
  return taken;
}

/** Each thread has a profile of its own. */
async function profile(): Promise<Spent> {
  const profiles = join(folder, 'profiles');
  await run(recipients, ['--cpu-prof', `--cpu-prof-dir=${profiles}`]);
  const spent: Spent = new Map();
  for (const file of readdirSync(profiles)) {
    const isMain = /\.\d+\.0\.\d+\.cpuprofile$/.test(file);
    const module = isMain ? 'src/run/send/attempt.ts' : undefined;
    for (const [what, us] of sumProfile(join(profiles, file), module)) {
      const owner = isMain ? what : `${ofWriter}${what}`;
      spent.set(owner, (spent.get(owner) ?? 0) + us);
    }
  }
  return spent;
}

/** The difference between two sizes: what the start and the end take drops out. */
function systemCalls(): string[] {
  if (spawnSync('strace', ['-V']).status !== 0) return ['System calls: missing, no strace(1).'];
  const [few, many] = [countCalls(traced[0]), countCalls(traced[1])];
  const messages = traced[1] - traced[0];
  const each = [...many]
    .map(([name, calls]): [string, number] => [name, (calls - (few.get(name) ?? 0)) / messages])
    .filter(([, calls]) => calls >= 0.005)
    .sort(([, a], [, b]) => b - a);
  const sum = each.reduce((all, [, calls]) => all + calls, 0);
  return [
    '| system call, by strace | times a message |',
    '|---|---|',
    ...each.slice(0, shown).map(([name, calls]) => `| ${name} | ${calls.toFixed(2)} |`),
    `| all of them | ${sum.toFixed(2)} |`,
  ];
}

function countCalls(count: number): ReadonlyMap<string, number> {
  const cwd = mkdtempSync(join(folder, 'calls-'));
  writeCampaign(cwd, { recipients: count, concurrency });
  const trace = join(cwd, 'strace.txt');
  const args = ['-c', '-f', '-o', trace, process.execPath, commandLine, 'run', 'bench.yaml', '--yes'];
  const env = { ...process.env, ...peer.env, XDG_STATE_HOME: join(cwd, 'rollback-guard') };
  const { status, stderr } = spawnSync('strace', args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`strace ended with ${status}: ${stderr}`);
  const rows = readFileSync(trace, 'utf8').split('\n');
  return new Map(
    rows.flatMap((row) => {
      // % time, seconds, µs a call, calls, errors if any, name
      const found = /^\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+)\s+(?:\d+\s+)?([a-z]\w*)$/.exec(row);
      return found === null || found[2] === 'total' ? [] : [[found[2] ?? '', Number(found[1])] as const];
    }),
  );
}
