import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandLine, isSmoke, record, requireBuilt } from './measure.ts';
import { startPeer } from './start-peer.ts';

/**
 * How time and memory grow with recipients and with steps, by the built command line: `check`, `plan`, and `run` against a
 * service in a process of its own.
 */
const sizes = isSmoke ? [10] : [1_000, 10_000, 100_000, 1_000_000];
const stepCounts = isSmoke ? [1, 2] : [1, 10, 50];
const recipientsOfSteps = isSmoke ? 10 : 10_000;
const mostRun = Number(process.env['MOST_RUN'] ?? 1_000_000);

interface Measured {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly rssMb: number;
}

requireBuilt();
const peer = await startPeer();
const folder = mkdtempSync(join(tmpdir(), 'callsheet-bench-'));
const usage = fileURLToPath(new URL('clients/usage.mjs', import.meta.url));
try {
  const lines = [
    'Memory is the most that the process ever had; µs are processor time per job, start-up taken off for `check` and `plan`.',
    '',
    '| recipients | steps | command | seconds | CPU µs a job | memory MB | state file, bytes a job |',
    '|---|---|---|---|---|---|---|',
  ];
  for (const size of sizes) lines.push(...rows(size, 1));
  for (const steps of stepCounts.slice(1)) lines.push(...rows(recipientsOfSteps, steps));
  record('Growth', lines);
} finally {
  peer.stop();
  rmSync(folder, { recursive: true, force: true });
}

function rows(recipients: number, steps: number): string[] {
  const cwd = mkdtempSync(join(folder, 'growth-'));
  write(cwd, recipients, steps);
  const jobs = recipients * steps;
  const nothing = measure(cwd, ['--version']);
  const row = (command: string, measured: Measured, state = ''): string => {
    const us = ((measured.cpuSeconds - nothing.cpuSeconds) / jobs) * 1e6;
    const figures = [measured.seconds.toFixed(1), us.toFixed(0), measured.rssMb.toFixed(0), state];
    const line = `| ${recipients} | ${steps} | ${command} | ${figures.join(' | ')} |`;
    process.stdout.write(`${line}\n`);
    return line;
  };
  const lines = [
    row('check', measure(cwd, ['check', 'bench.yaml'])),
    row('plan', measure(cwd, ['plan', 'bench.yaml'])),
  ];
  if (jobs <= mostRun) {
    const ran = measure(cwd, ['run', 'bench.yaml', '--yes']);
    const bytes = statSync(join(cwd, '.callsheet', 'bench.db')).size / jobs;
    lines.push(row('run', ran, bytes.toFixed(0)));
  }
  rmSync(cwd, { recursive: true, force: true });
  return lines;
}

function measure(cwd: string, args: readonly string[]): Measured {
  const usageFile = join(cwd, 'usage.json');
  const env = { ...process.env, ...peer.env, BENCH_USAGE: usageFile, XDG_STATE_HOME: join(cwd, 'witness') };
  const started = performance.now();
  const ended: SpawnSyncReturns<string> = spawnSync(process.execPath, ['--import', usage, commandLine, ...args], {
    cwd,
    env,
    encoding: 'utf8',
  });
  if (ended.status !== 0)
    throw new Error(`${args.join(' ')} ended with ${ended.status}: ${ended.stdout}${ended.stderr}`);
  const { cpuMs, rssMb } = JSON.parse(readFileSync(usageFile, 'utf8')) as { cpuMs: number; rssMb: number };
  return { seconds: (performance.now() - started) / 1000, cpuSeconds: cpuMs / 1000, rssMb };
}

function write(cwd: string, recipients: number, steps: number): void {
  const members = openSync(join(cwd, 'members.csv'), 'w');
  writeSync(members, 'phone,name\n');
  for (let from = 0; from < recipients; from += 10_000) {
    const length = Math.min(10_000, recipients - from);
    const row = (_: unknown, n: number): string => `${2_348_000_000_000 + (from + n) * 7},Name${(from + n) % 977}\n`;
    writeSync(members, Array.from({ length }, row).join(''));
  }
  closeSync(members);
  const step = (_: unknown, n: number): string =>
    `  hello${n}:\n    uses: whatsapp.send\n    purpose: transactional\n    window: always\n    forEach: members\n    with: { type: text, text: { body: "Good morning {{ recipient.name }}, this is part ${n}" } }\n`;
  writeFileSync(
    join(cwd, 'bench.yaml'),
    `campaign: bench
timezone: Africa/Lagos
limits: { concurrency: 64 }
account: { appId: bench-app, businessPhone: "2348000000001" }
audiences:
  members: { file: members.csv, key: phone }
steps:
${Array.from({ length: steps }, step).join('')}`,
  );
}
