import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCommand } from './command.ts';
import { isSmoke, record, requireBuilt } from './measure.ts';
import { startPeer } from './start-peer.ts';
import { type CampaignSize, writeCampaign } from './write-campaign.ts';

/**
 * How time and memory grow with recipients (in the order of their numbers or in none), steps, audiences and texts, by the built
 * command line against a service in a process of its own. SIZE=… sets the number of jobs of a campaign of many steps. ONLY=…
 * measures only the campaigns whose name contains it.
 */
const size = Number(process.env['SIZE'] ?? (isSmoke ? 40 : 200_000));
const only = process.env['ONLY'];

type Shape = Omit<CampaignSize, 'concurrency'>;
type Measured = readonly [name: string, shape: Shape, commands: readonly string[]];

const sending = ['check', 'plan', 'run --yes'];
const reading = [...sending, 'status', 'report', 'report --format html', 'plan --format html'];

const all: readonly Measured[] = [
  ...(isSmoke ? [10] : [1_000, 10_000, 100_000, 1_000_000]).map(
    (recipients): Measured => [`1 step, ${count(recipients)} recipients`, { recipients }, sending],
  ),
  ['1 step, 1,000,000 recipients in no order', { recipients: isSmoke ? 10 : 1_000_000, order: 'none' }, sending],
  ...(isSmoke ? [2] : [1, 10, 50, 500, 5_000]).map(
    (steps): Measured => [
      `${count(steps)} at once`,
      jobsIn({ steps }),
      steps === 1 || steps === 5_000 ? reading : sending,
    ],
  ),
  ...(isSmoke ? [3] : [500, 5_000]).map(
    (steps): Measured => [`${count(steps)} in a chain`, jobsIn({ steps, needs: 'chain' }), sending],
  ),
  ...(isSmoke ? [3] : [5_000]).map(
    (steps): Measured => [`${count(steps)} in a fan`, jobsIn({ steps, needs: 'fan' }), sending],
  ),
  ...(isSmoke ? [2] : [1, 100]).map(
    (audiences): Measured => [`100 at once, audiences: ${audiences}`, jobsIn({ steps: 100, audiences }), sending],
  ),
  ...[100, 4_096].map((text): Measured => [`1 step, texts of ${count(text)} characters`, jobsIn({ text }), sending]),
  ...(['csv', 'csv.gz', 'jsonl', 'jsonl.gz'] as const).map(
    (list): Measured => [`1 step, list as .${list}`, { recipients: isSmoke ? 10 : 1_000_000, list }, ['check', 'plan']],
  ),
];
/** Tiny, three campaigns are enough to see that the bench works. */
const campaigns = isSmoke ? all.filter((_, index) => index % 4 === 1) : all;

requireBuilt();
const peer = await startPeer();
const folder = mkdtempSync(join(tmpdir(), 'callsheet-bench-'));
try {
  const lines = [
    `${count(size)} jobs in all, unless a row names its recipients. µs are processor time per job, less that of \`--version\`; memory is the most that the process ever had.`,
    '',
    '| steps | command | seconds | CPU s | CPU µs a job | memory MB | state file, bytes a job |',
    '|---|---|---|---|---|---|---|',
  ];
  for (const one of campaigns) if (only === undefined || one[0].includes(only)) lines.push(...(await rows(one)));
  record('Growth', lines, only === undefined ? undefined : { cells: 2 });
} finally {
  peer.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function rows([name, shape, commands]: Measured): Promise<string[]> {
  const cwd = mkdtempSync(join(folder, 'growth-'));
  writeCampaign(cwd, { ...shape, concurrency: 64 });
  const jobs = shape.recipients * (shape.steps ?? 1);
  const nothing = await startCommand({ args: ['--version'], cwd }).ended();
  const lines: string[] = [];
  for (const command of commands) {
    const [verb = '', ...options] = command.split(' ');
    const taken = await startCommand({ args: [verb, 'bench.yaml', ...options], cwd, peer }).ended();
    const cpu = taken.cpuSeconds - nothing.cpuSeconds;
    const state = verb === 'run' ? (statSync(join(cwd, '.callsheet', 'ledger.db')).size / jobs).toFixed(0) : '';
    const figures = [taken.seconds.toFixed(1), cpu.toFixed(1), ((cpu / jobs) * 1e6).toFixed(1), taken.rssMb.toFixed(0)];
    const line = `| ${name} | ${command} | ${figures.join(' | ')} | ${state} |`;
    process.stdout.write(`${line}\n`);
    lines.push(line);
  }
  rmSync(cwd, { recursive: true, force: true });
  return lines;
}

function jobsIn(shape: Omit<Shape, 'recipients'>): Shape {
  return { ...shape, recipients: Math.ceil(size / (shape.steps ?? 1)) };
}

function count(number: number): string {
  return number.toLocaleString('en-GB');
}
