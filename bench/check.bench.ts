import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse';
import { readAudience } from '../src/audience/audience.ts';
import { createNodeFiles } from '../src/platform/node-files.ts';
import { besideNothing, ratioCells } from './beside-nothing.ts';
import { isSmoke, record, requireBuilt } from './measure.ts';
import { writeRedialCampaign } from './redial-campaign.ts';

/**
 * What `check` costs beside doing nothing: campaigns of thousands of steps beside `node -e 0`, and a million recipients
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
    beside('a campaign of 2,500 steps', isSmoke ? 25 : 2500),
    beside('a campaign of 5,000 steps', isSmoke ? 50 : 5000),
    await million(),
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function beside(what: string, steps: number): string {
  return row(what, besideNothing(['check', writeRedialCampaign(folder, steps)]));
}

function row(what: string, cells: readonly string[]): string {
  return `| ${[what, ...cells].join(' | ')} |`;
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
    const request = {
      name: 'members',
      key: 'phone',
      columns,
      where: { tier: [{ kind: 'oneOf' as const, values: ['gold'] }] },
      excluded: undefined,
    };
    const read = await readAudience(createNodeFiles(), { path, format: 'csv' }, request);
    const whole = performance.now() - started;
    if (read?.roster === undefined) throw new Error('the audience was not read');
    if (round === 0) continue;
    theirs.push(alone);
    ours.push(whole);
  }
  const { rss, arrayBuffers } = process.memoryUsage();
  process.stdout.write(`  columns and keys ${mega(arrayBuffers)}, the whole process ${mega(rss)}\n`);
  return row('a million recipients', ratioCells(ours, theirs, 1.5));
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
