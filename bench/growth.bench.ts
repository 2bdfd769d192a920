import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCommand, type Taken } from './command.ts';
import { isSmoke, record, requireBuilt } from './measure.ts';
import { startPeer } from './start-peer.ts';
import { type CampaignSize, writeCampaign } from './write-campaign.ts';

/**
 * How time and memory grow with recipients, in the order of their numbers or in none, and with steps, by the built command line:
 * `check`, `plan`, and `run` against a service in a process of its own.
 */
const sizes = isSmoke ? [10] : [1_000, 10_000, 100_000, 1_000_000];
const stepCounts = isSmoke ? [1, 2] : [1, 10, 50];
const recipientsOfSteps = isSmoke ? 10 : 10_000;
const mostRun = Number(process.env['MOST_RUN'] ?? 1_000_000);

requireBuilt();
const peer = await startPeer();
const folder = mkdtempSync(join(tmpdir(), 'callsheet-bench-'));
try {
  const lines = [
    'Memory is the most that the process ever had; µs are processor time per job, start-up taken off for `check` and `plan`.',
    '',
    '| recipients | order | steps | command | seconds | CPU µs a job | memory MB | state file, bytes a job |',
    '|---|---|---|---|---|---|---|---|',
  ];
  for (const recipients of sizes) lines.push(...(await rows({ recipients, steps: 1, order: 'sorted' })));
  lines.push(...(await rows({ recipients: sizes.at(-1)!, steps: 1, order: 'none' })));
  for (const steps of stepCounts.slice(1)) {
    lines.push(...(await rows({ recipients: recipientsOfSteps, steps, order: 'sorted' })));
  }
  record('Growth', lines);
} finally {
  peer.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function rows(size: Required<Omit<CampaignSize, 'concurrency'>>): Promise<string[]> {
  const { recipients, steps, order } = size;
  const cwd = mkdtempSync(join(folder, 'growth-'));
  writeCampaign(cwd, { ...size, concurrency: 64 });
  const measure = (...args: readonly string[]): Promise<Taken> => startCommand({ args, cwd, peer }).ended();
  const jobs = recipients * steps;
  const nothing = await measure('--version');
  const row = (command: string, measured: Taken, state = ''): string => {
    const us = ((measured.cpuSeconds - nothing.cpuSeconds) / jobs) * 1e6;
    const figures = [measured.seconds.toFixed(1), us.toFixed(0), measured.rssMb.toFixed(0), state];
    const line = `| ${recipients} | ${order} | ${steps} | ${command} | ${figures.join(' | ')} |`;
    process.stdout.write(`${line}\n`);
    return line;
  };
  const lines = [row('check', await measure('check', 'bench.yaml')), row('plan', await measure('plan', 'bench.yaml'))];
  if (jobs <= mostRun) {
    const ran = await measure('run', 'bench.yaml', '--yes');
    const bytes = statSync(join(cwd, '.callsheet', 'bench.db')).size / jobs;
    lines.push(row('run', ran, bytes.toFixed(0)));
  }
  rmSync(cwd, { recursive: true, force: true });
  return lines;
}
