import { spawnSync } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse';
import { readAudience } from '../src/audience/audience.ts';
import { createNodeFiles } from '../src/platform/node-files.ts';
import { commandLine, isSmoke, median, record, requireBuilt, spread } from './measure.ts';

/**
 * What `check` costs beside doing nothing: campaigns of some lines and of thousands beside `node -e 0`, and a million recipients
 * beside csv-parse alone. Both sides in turns in one run; medians with the spread.
 */
requireBuilt();
const folder = mkdtempSync(join(tmpdir(), 'callsheet-bench-'));
try {
  const columns = ['| | ratio | goal | least to least | seconds |', '|---|---|---|---|---|'];
  record('Checking', [
    'Ratios to `node -e 0`, for the last row to csv-parse alone, of the same round: median (least–most).',
    '',
    ...columns,
    beside('--help', ['--help'], 2),
    beside('a campaign of 11 lines', ['check', campaign(1)], 3),
    beside('a campaign of 200 lines', ['check', campaign(28)], 3),
    beside('a campaign of 2,500 steps', ['check', campaign(isSmoke ? 25 : 2500)]),
    beside('a campaign of 5,000 steps', ['check', campaign(isSmoke ? 50 : 5000)]),
    await million(),
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function beside(what: string, args: readonly string[], goal?: number): string {
  const [nothing, ours]: [number[], number[]] = [[], []];
  for (let round = 0; round <= (isSmoke ? 1 : 15); round++) {
    const [one, other] = [timed(['-e', '0']), timed([commandLine, ...args])];
    // The first round fills the disk's cache.
    if (round === 0) continue;
    nothing.push(one);
    ours.push(other);
  }
  return row(what, ours, nothing, goal);
}

function row(what: string, ours: readonly number[], theirs: readonly number[], goal?: number): string {
  const ratios = ours.map((ms, round) => ms / theirs[round]!);
  const least = Math.min(...ours) / Math.min(...theirs);
  return `| ${what} | ${spread(ratios)} | ${goal ?? ''} | ${least.toFixed(2)} | ${(median(ours) / 1000).toFixed(2)} |`;
}

function timed(args: readonly string[]): number {
  const started = performance.now();
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stdout}`);
  return performance.now() - started;
}

function campaign(steps: number): string {
  const head = 'campaign: bench\ntimezone: Africa/Lagos\naccount: { appId: bench-app }\nsteps:\n';
  const step = (number: number): string =>
    `  redial${number}:\n    uses: voice.redial\n    with:\n      taskId: ${number}\n      source: 3\n      lan: en-US\n      text: "Good morning from {{ campaign.title }}, {{ run.id }}"\n`;
  const path = join(folder, `${steps}-steps.yaml`);
  writeFileSync(path, head + Array.from({ length: steps }, (_, number) => step(number + 1)).join(''));
  return path;
}

async function million(): Promise<string> {
  const path = join(folder, 'million.csv');
  const rows = Array.from(
    { length: isSmoke ? 1_000 : 1_000_000 },
    (_, n) =>
      `+23480${10_000_000 + ((n * 7919) % 90_000_000)},Name${n % 977},Lname${n},gold,Africa/Lagos,2026-11-22T20:10:00+01:00,"Lagos, Ikeja"\n`,
  );
  writeFileSync(path, `phone,first_name,last_name,tier,tz,last_inbound_at,city\n${rows.join('')}`);
  rows.length = 0;
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round <= (isSmoke ? 1 : 5); round++) {
    const alone = await parseAlone(path);
    const started = performance.now();
    const columns = ['first_name', 'tz', 'last_inbound_at'];
    const request = { name: 'members', key: 'phone', columns, where: { tier: ['gold'] }, excluded: undefined };
    const read = await readAudience(createNodeFiles(), { path, format: 'csv' }, request);
    const whole = performance.now() - started;
    if (read?.roster === undefined) throw new Error('the audience was not read');
    if (round === 0) continue;
    theirs.push(alone);
    ours.push(whole);
  }
  const { rss, arrayBuffers } = process.memoryUsage();
  process.stdout.write(`  columns and keys ${mega(arrayBuffers)}, the whole process ${mega(rss)}\n`);
  return row('a million recipients', ours, theirs, 1.5);
}

function parseAlone(path: string): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    createReadStream(path, { highWaterMark: 256 * 1024 })
      .pipe(parse({ bom: true, skip_empty_lines: true, trim: true }))
      .on('data', () => undefined)
      .on('end', () => resolve(performance.now() - started))
      .on('error', reject);
  });
}

function mega(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
