import { spawnSync } from 'node:child_process';
import { createReadStream, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse';
import { readAudience } from '../src/campaign/audience.ts';
import { createNodeFiles } from '../src/platform/node-files.ts';
import { isSmoke } from './measure.ts';

/**
 * What `check` costs beside doing nothing: a campaign of 200 lines beside `node -e 0`, and a million recipients beside
 * csv-parse alone. Both sides in turns in one run; medians with the spread.
 */
const folder = mkdtempSync(join(tmpdir(), 'callsheet-bench-'));
try {
  startUp();
  await million();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function startUp(): void {
  const main = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
  if (!existsSync(main)) {
    process.stdout.write('no dist/src/cli/main.js: `npm run build` first\n');
    return;
  }
  const campaign = join(folder, 'campaign.yaml');
  writeFileSync(campaign, campaignOf200Lines());
  const ratios: number[] = [];
  for (let round = 0; round <= (isSmoke ? 1 : 15); round++) {
    const nothing = timed(['-e', '0']);
    const checked = timed([main, 'check', campaign]);
    if (round > 0) ratios.push(checked / nothing);
  }
  print('check of a campaign of 200 lines, to node -e 0', ratios, 3);
}

function timed(args: readonly string[]): number {
  const started = performance.now();
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stdout}`);
  return performance.now() - started;
}

function campaignOf200Lines(): string {
  const head = 'campaign: bench\ntimezone: Africa/Lagos\naccount: { appId: bench-app }\nsteps:\n';
  const step = (number: number): string =>
    `  redial${number}:\n    uses: voice.redial\n    with:\n      taskId: ${number}\n      source: 3\n      lan: en-US\n      text: "Good morning from {{ campaign.title }}, {{ run.id }}"\n`;
  return head + Array.from({ length: 28 }, (_, number) => step(number + 1)).join('');
}

async function million(): Promise<void> {
  const path = join(folder, 'million.csv');
  const rows = Array.from(
    { length: isSmoke ? 1_000 : 1_000_000 },
    (_, n) =>
      `+23480${10_000_000 + ((n * 7919) % 90_000_000)},Name${n % 977},Lname${n},gold,Africa/Lagos,2026-11-22T20:10:00+01:00,"Lagos, Ikeja"\n`,
  );
  writeFileSync(path, `phone,first_name,last_name,tier,tz,last_inbound_at,city\n${rows.join('')}`);
  rows.length = 0;
  const ratios: number[] = [];
  for (let round = 0; round <= (isSmoke ? 1 : 5); round++) {
    const alone = await parseAlone(path);
    const started = performance.now();
    const columns = ['first_name', 'tz', 'last_inbound_at'];
    const request = { name: 'members', key: 'phone', columns, where: { tier: ['gold'] }, excluded: undefined };
    const read = await readAudience(createNodeFiles(), { path, format: 'csv' }, request);
    const whole = performance.now() - started;
    if (read?.roster === undefined) throw new Error('the audience was not read');
    if (round === 0) continue;
    ratios.push(whole / alone);
    process.stdout.write(
      `  csv-parse alone ${seconds(alone)}, the audience ${seconds(whole)}, ${read.roster.size} recipients\n`,
    );
  }
  print('a million recipients, to csv-parse alone', ratios, 1.5);
  const { rss, arrayBuffers } = process.memoryUsage();
  process.stdout.write(`  columns and keys ${mega(arrayBuffers)}, the whole process ${mega(rss)}\n`);
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

function print(what: string, ratios: number[], goal: number): void {
  ratios.sort((a, b) => a - b);
  const [least, middle, most] = [ratios[0]!, ratios[ratios.length >> 1]!, ratios.at(-1)!];
  process.stdout.write(
    `${what}: ${middle.toFixed(2)}, from ${least.toFixed(2)} to ${most.toFixed(2)} (goal: at most ${goal})\n`,
  );
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

function mega(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
