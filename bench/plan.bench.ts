import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { loadCampaign } from '../src/campaign/load.ts';
import type { LoadedCampaign } from '../src/campaign/loaded-campaign.ts';
import { emptyHistory } from '../src/job/history.ts';
import { planCampaign } from '../src/plan/make-plan.ts';
import { createNodeFiles } from '../src/platform/node-files.ts';
import { commandLine, isSmoke, record, requireBuilt, spread } from './measure.ts';

/**
 * A million recipients in 40 zones, each with the end of a WhatsApp session: what it takes to plan them beside what it takes
 * to read their file, in turns in one process, and what the whole command takes, also with contact rules and a ledger that is not empty.
 */
const people = Number(process.env.PEOPLE ?? (isSmoke ? 1_000 : 1_000_000));
const rounds = Number(process.env.ROUNDS ?? (isSmoke ? 1 : 5));
const folder = mkdtempSync(join(tmpdir(), 'callsheet-bench-'));
const now = Date.parse('2026-11-23T05:00:00Z');

writeFileSync(
  join(folder, 'million.yaml'),
  `campaign: million
timezone: Africa/Lagos
starts: 2026-11-23 06:00
limits: { rate: 50/s }
account: { appId: sandbox-app, businessPhone: "2348000000001" }
audiences:
  members: { file: members.csv, key: phone, timezone: { column: tz }, lastInbound: last }
steps:
  hello:
    uses: whatsapp.send
    forEach: members
    with: { type: text, text: { body: "Hello {{ recipient.name }}" } }
`,
);
await writePeople(join(folder, 'members.csv'));
const { ratios, reads, plans, what } = await compare(folder);
record('Planning', [
  `${people} recipients in 40 zones, each with the end of a WhatsApp session (${what}). The ratio is to the reading of their list, of the same round: median (least–most) of ${rounds}.`,
  '',
  '| | seconds | ratio | goal |',
  '|---|---|---|---|',
  `| reading the list | ${spread(reads)} | | |`,
  `| planning | ${spread(plans)} | ${spread(ratios)} | 2 |`,
  '',
  ...memory(folder),
]);
rmSync(folder, { recursive: true });

/** Of a process that does it once, of the built command line: what the rounds above left behind, and tsx, are not the plan's. */
function memory(cwd: string): readonly string[] {
  requireBuilt();
  const usage = fileURLToPath(new URL('clients/usage.mjs', import.meta.url));
  const most = (...args: readonly string[]): string => {
    const usageFile = join(cwd, 'usage.json');
    const env = { ...process.env, BENCH_USAGE: usageFile };
    const start = performance.now();
    const { status, stderr } = spawnSync(process.execPath, ['--import', usage, commandLine, ...args], { cwd, env });
    const seconds = ((performance.now() - start) / 1_000).toFixed(2);
    if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${String(stderr)}`);
    const { rssMb } = JSON.parse(readFileSync(usageFile, 'utf8')) as { readonly rssMb: number };
    return `${seconds} | ${rssMb.toFixed(0)}`;
  };
  const lines = [
    '| command | seconds | memory at most, MB | goal, MB |',
    '|---|---|---|---|',
    `| --version | ${most('--version')} | |`,
    `| check | ${most('check', 'million.yaml')} | |`,
    `| plan | ${most('plan', 'million.yaml')} | 200 |`,
  ];
  writeFileSync(join(cwd, 'contacts.yaml'), 'project: million\ncaps: [{ max: 1, per: day }]\n');
  most('suppress', '2348999999999', '--reason', 'asked to stop');
  lines.push(`| plan, contact rules | ${most('plan', 'million.yaml')} | |`);
  const half = readFileSync(join(cwd, 'members.csv'), 'utf8').split('\n', people / 2);
  writeFileSync(join(cwd, 'half.csv'), half.join('\n'));
  most('suppress', '--import', 'half.csv', '--list', 'do-not-call');
  lines.push(`| plan, contact rules, half of them suppressed | ${most('plan', 'million.yaml')} | |`);
  return lines;
}

async function compare(cwd: string) {
  const [ratios, reads, plans]: [number[], number[], number[]] = [[], [], []];
  let what = '';
  for (let round = 0; round <= rounds; round++) {
    const read = await readOnce(cwd);
    const planned = planOnce(read.loaded);
    what = planned.what;
    // The first round warms both up.
    if (round === 0) continue;
    ratios.push(planned.ms / read.ms);
    reads.push(read.ms / 1_000);
    plans.push(planned.ms / 1_000);
  }
  return { ratios, reads, plans, what };
}

async function readOnce(cwd: string): Promise<{ readonly loaded: LoadedCampaign; readonly ms: number }> {
  const files = createNodeFiles();
  const start = performance.now();
  const { value, diagnostics } = await loadCampaign({
    path: 'million.yaml',
    cwd,
    files,
    env: {},
    inputs: {},
    depth: 'audiences',
  });
  const ms = performance.now() - start;
  if (value === undefined) throw new Error(JSON.stringify(diagnostics.map(({ message }) => message)));
  return { loaded: value, ms };
}

function planOnce({ campaign, rosters, fileHashes }: LoadedCampaign): { readonly what: string; readonly ms: number } {
  const tzdata = process.versions.tz ?? '';
  const start = performance.now();
  const { totals } = planCampaign({ campaign, rosters, history: emptyHistory, now, run: '1', fileHashes, tzdata });
  const ms = performance.now() - start;
  if (totals.toSend + totals.skipped !== people)
    throw new Error(`${totals.toSend} and ${totals.skipped} are not ${people}`);
  return { what: `${totals.toSend} to send, ${totals.skipped} skipped`, ms };
}

async function writePeople(path: string): Promise<void> {
  const zones = Intl.supportedValuesOf('timeZone').filter((_, index) => index % 10 === 3);
  const stream = createWriteStream(path);
  stream.write('phone,name,tz,last\n');
  let chunk = '';
  for (let index = 0; index < people; index++) {
    const last = new Date(now - ((index * 7919) % 80_000) * 1000).toISOString();
    chunk += `${2_348_000_000_000 + index * 7},Ada,${zones[index % 40]},${last}\n`;
    if (index % 5000 === 4999 || index === people - 1) {
      if (!stream.write(chunk)) await once(stream, 'drain');
      chunk = '';
    }
  }
  stream.end();
  await finished(stream);
}
