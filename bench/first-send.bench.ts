import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Started, startCommand, startNode, type Taken } from './command.ts';
import type { Trial } from './fast-peer.ts';
import { isSmoke, median, record, requireBuilt, spread } from './measure.ts';
import { startPeer } from './start-peer.ts';
import { writeCampaign } from './write-campaign.ts';

/**
 * How long somebody waits: from the start of `callsheet run` to the first request at the service, for a fresh run of a million
 * and for a resume of which half has been accepted (half was really sent, then stopped by SIGTERM); and how `status` and `report`
 * do on that half.
 */
const recipients = Number(process.env['PEOPLE'] ?? (isSmoke ? 1_000 : 1_000_000));
const sent = recipients / 2;
const rounds = Number(process.env['ROUNDS'] ?? (isSmoke ? 1 : 5));

requireBuilt();
const folder = mkdtempSync(join(tmpdir(), 'callsheet-bench-'));
// Each has its place, to which it is put back: a state file that is a copy of another is refused.
const [fresh, half, saved] = [join(folder, 'fresh'), join(folder, 'half'), join(folder, 'saved')];
const peer = await startPeer();
try {
  for (const place of [fresh, half]) {
    mkdirSync(place);
    writeCampaign(place, { recipients, concurrency: 64 });
  }
  await sendHalf();
  cpSync(half, saved, { recursive: true });
  const [alone, freshMs, resumed] = [[] as number[], [] as number[], [] as number[]];
  for (let round = 0; round < rounds; round++) {
    alone.push((await readAlone()).seconds);
    freshMs.push(await firstSend(fresh));
    for (const left of ['.callsheet', 'rollback-guard']) rmSync(join(fresh, left), { recursive: true });
    resumed.push(await firstSend(half));
    rmSync(half, { recursive: true });
    cpSync(saved, half, { recursive: true });
  }
  const row = (what: string, all: readonly number[], goal: string): string => {
    const ratios = all.map((one, round) => one / (alone[round] ?? Number.NaN));
    return `| ${what} | ${spread(all)} | ${spread(ratios)} | ${goal} |`;
  };
  record('First send', [
    `${recipients} recipients. Seconds from the start of the process to the first request at the service, and as a ratio to csv-parse reading the same file in a process of its own: median (least–most) of ${rounds}.`,
    '',
    '| | seconds | ratio to csv-parse | goal |',
    '|---|---|---|---|',
    row('csv-parse alone', alone, ''),
    row('fresh run', freshMs, 'under 2 s'),
    row(`resume, ${sent} accepted`, resumed, 'under 1 s'),
    '',
    `The state file of that half: ${(statSync(join(half, '.callsheet', 'bench.db')).size / sent).toFixed(0)} bytes a job (goal: at most 200).`,
    '',
    '| on that half | first output, s | whole, s | memory MB |',
    '|---|---|---|---|',
    await looking(['status', 'bench.yaml']),
    await looking(['report', 'bench.yaml', '--format', 'json']),
    await looking(['report', 'bench.yaml', '--format', 'csv']),
    await looking(['report', 'bench.yaml']),
  ]);
} finally {
  peer.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function sendHalf(): Promise<void> {
  await peer.reset();
  await peer.hold(sent);
  const run = startCommand({ args: ['run', 'bench.yaml', '--yes'], cwd: half, peer });
  await until(run, ({ requests }) => requests > sent);
  run.process.kill('SIGTERM');
  // It has received the signal and starts no more requests.
  await run.says('stopping (SIGTERM)');
  await peer.release();
  await run.ended([4]);
}

/** Seconds; the process is killed as soon as it has sent. */
async function firstSend(cwd: string): Promise<number> {
  await peer.reset();
  const run = startCommand({ args: ['run', 'bench.yaml', '--yes'], cwd, peer });
  const { firstAt } = await until(run, ({ requests }) => requests > 0);
  run.process.kill('SIGKILL');
  await run.ended([null, 0]);
  return (firstAt - run.startedAt) / 1000;
}

async function until(run: Started, isThere: (trial: Trial) => boolean): Promise<Trial> {
  for (;;) {
    const trial = await peer.tell();
    if (isThere(trial)) return trial;
    if (run.process.exitCode !== null) await run.ended([]);
    await sleep(10);
  }
}

function readAlone(): Promise<Taken> {
  const client = fileURLToPath(new URL('clients/csv-alone.mjs', import.meta.url));
  return startNode({ args: [client, 'members.csv'], cwd: half }).ended();
}

async function looking(args: readonly string[]): Promise<string> {
  const all: Taken[] = [];
  for (let round = 0; round < Math.min(rounds, 3); round++) {
    all.push(await startCommand({ args, cwd: half, peer }).ended());
  }
  const first = spread(all.map(({ firstOutSeconds }) => firstOutSeconds));
  const whole = spread(all.map(({ seconds }) => seconds));
  const memory = median(all.map(({ rssMb }) => rssMb)).toFixed(0);
  return `| \`${args.filter((arg) => arg !== 'bench.yaml').join(' ')}\` | ${first} | ${whole} | ${memory} |`;
}
