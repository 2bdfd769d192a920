import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Started, startCommand, startNode, type Taken } from './command.ts';
import type { Trial } from './fast-peer.ts';
import { isSmoke, median, record, requireBuilt, spread } from './measure.ts';
import { startPeer } from './start-peer.ts';
import { recordAttempts } from './tried-before.ts';
import { writeCampaign } from './write-campaign.ts';

/**
 * How long somebody waits: from the start of `callsheet run` to the first request at the service, and the memory until then. For a
 * fresh run of a million, for a resume of which half has been accepted (half was really sent, then stopped by SIGTERM), and for
 * one of which every job was tried before; with recipients in the order of their numbers, and in none. Also how `status` and
 * `report` do on half a million, `status` beside a process, and `status` and `why` when it was killed.
 */
const recipients = Number(process.env['PEOPLE'] ?? (isSmoke ? 1_000 : 1_000_000));
const sent = recipients / 2;
const rounds = Number(process.env['ROUNDS'] ?? (isSmoke ? 1 : 5));

type Order = 'sorted' | 'none';
/** Tiny, one is enough to see that the bench works. */
const orders: readonly Order[] = isSmoke ? ['sorted'] : ['sorted', 'none'];
const kinds = ['fresh', 'half', 'tried'] as const;
/** KINDS=fresh,half: only these. Of `half` comes what commands do that only look. */
const only = process.env['KINDS']?.split(',');
type Kind = (typeof kinds)[number];

const goals: Readonly<Record<Kind, Readonly<Record<Order, string>> & { readonly what: string }>> = {
  fresh: { what: 'fresh run', sorted: '1.5 s, 150 MB', none: '2 s, 170 MB' },
  half: { what: `resume, ${sent} accepted`, sorted: '4 s', none: '4 s' },
  tried: { what: `resume, ${recipients} tried before`, sorted: '6 s, 250 MB', none: '6 s, 250 MB' },
};
const trials = orders.flatMap((order) =>
  kinds.filter((kind) => only?.includes(kind) !== false).map((kind) => ({ order, kind, place: `${kind}-${order}` })),
);

requireBuilt();
const folder = mkdtempSync(join(tmpdir(), 'callsheet-bench-'));
const peer = await startPeer();
try {
  for (const trial of trials) {
    await prepare(trial);
    cpSync(join(folder, trial.place), savedOf(trial.place), { recursive: true });
  }
  const alone: number[] = [];
  const bounds = new Map(boundsOf().map((bound) => [bound, [] as Taken[]]));
  const taken = new Map(trials.map(({ place }) => [place, [] as FirstSend[]]));
  for (let round = 0; round < rounds; round++) {
    alone.push((await readAlone(join(folder, trials[0]!.place))).seconds);
    for (const [bound, all] of bounds) all.push(await bound.take());
    for (const { place } of trials) taken.get(place)!.push(await firstSend(place));
  }
  const ratioOf = (one: number, round: number): number => one / (alone[round] ?? Number.NaN);
  const lines = [
    `${recipients} recipients. Seconds from the start of the process to the first request at the service, also as a ratio to csv-parse reading the same file in a process of its own, and the most memory until then: median (least–most) of ${rounds}.`,
    '',
    '| recipients in the order of their numbers, or in none | seconds | ratio to csv-parse | memory MB | goal |',
    '|---|---|---|---|---|',
    `| csv-parse alone | ${spread(alone)} | | | |`,
    ...[...bounds].map(([{ what }, all]) => {
      const seconds = all.map((one) => one.seconds);
      return `| ${what} | ${spread(seconds)} | ${spread(seconds.map(ratioOf))} | ${median(all.map(({ rssMb }) => rssMb)).toFixed(0)} | |`;
    }),
    ...trials.map(({ order, kind, place }) => {
      const all = taken.get(place)!;
      const seconds = all.map((one) => one.seconds);
      const figures = [
        spread(seconds),
        spread(seconds.map(ratioOf)),
        spread(
          all.map(({ mb }) => mb),
          0,
        ),
      ];
      return `| ${goals[kind].what}, ${order === 'sorted' ? 'in order' : 'in none'} | ${figures.join(' | ')} | ${goals[kind][order]} |`;
    }),
  ];
  lines.push(
    '',
    'No start on this machine is faster than its parts alone: a fresh one reads the list and checks each request, a resume then verifies each row of the state, and reads it.',
  );
  if (trials.some(({ kind }) => kind === 'half')) lines.push('', ...(await lookingAtHalf()));
  record('First send', lines, only && { cells: 1 });
} finally {
  peer.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** What a start cannot do without, each in a process of its own. */
function boundsOf(): readonly { readonly what: string; readonly take: () => Promise<Taken> }[] {
  const cwdOf = (wanted: Kind): string | undefined => trials.find(({ kind }) => kind === wanted)?.place;
  const reads = (['half', 'tried'] as const).flatMap((kind) => {
    const place = cwdOf(kind);
    const what = `SQLite alone, the state file of: ${goals[kind].what}`;
    return place === undefined ? [] : [{ what, take: () => readState(join(folder, place)) }];
  });
  const cwd = join(folder, trials[0]!.place);
  const check = () => startCommand({ args: ['check', 'bench.yaml'], cwd, peer }).ended();
  return [{ what: 'the list and each request alone (`check`)', take: check }, ...reads];
}

function readState(cwd: string): Promise<Taken> {
  const client = fileURLToPath(new URL('clients/state-alone.mjs', import.meta.url));
  return startNode({ args: [client, join('.callsheet', 'ledger.db')], cwd }).ended();
}

async function lookingAtHalf(): Promise<string[]> {
  const half = join(folder, 'half-sorted');
  return [
    `The state file of that half: ${(statSync(join(half, '.callsheet', 'ledger.db')).size / sent).toFixed(0)} bytes a job (goal: at most 200).`,
    '',
    '| on that half | first output, s | whole, s | memory MB |',
    '|---|---|---|---|',
    await looking(half, ['status', 'bench.yaml']),
    await looking(half, ['report', 'bench.yaml', '--format', 'json']),
    await looking(half, ['report', 'bench.yaml', '--format', 'csv']),
    await looking(half, ['report', 'bench.yaml']),
    ...(await lookingWhileItGoesOn(half)),
  ];
}

/** The half goes on, and its process is killed. */
async function lookingWhileItGoesOn(half: string): Promise<string[]> {
  await peer.reset();
  await peer.hold(1);
  const run = startCommand({ args: ['run', 'bench.yaml', '--yes'], cwd: half, peer });
  await until(run, ({ requests }) => requests > 1);
  const beside = await looking(half, ['status', 'bench.yaml'], ', beside its process');
  run.process.kill('SIGKILL');
  await run.ended([null]);
  await peer.release();
  const keys = readFileSync(join(half, 'members.csv'), 'latin1').match(/^\d+/gm) ?? [];
  const killed = ', when that was killed';
  return [
    beside,
    await looking(half, ['status', 'bench.yaml'], killed),
    await looking(half, ['why', 'bench.yaml', keys[0] ?? ''], `${killed}, of somebody whose job is over`),
    await looking(half, ['why', 'bench.yaml', keys.at(-1) ?? ''], `${killed}, of somebody who was not tried`),
  ];
}

interface FirstSend {
  readonly seconds: number;
  readonly mb: number;
}

/** Each trial has its place, to which it is put back: a state file that is a copy of another is refused. */
function savedOf(place: string): string {
  return join(folder, `${place}.saved`);
}

async function prepare({ order, kind, place }: (typeof trials)[number]): Promise<void> {
  const cwd = join(folder, place);
  mkdirSync(cwd);
  writeCampaign(cwd, { recipients, concurrency: 64, order });
  if (kind === 'half') await send(cwd, sent);
  if (kind !== 'tried') return;
  await send(cwd, 1);
  const keys = readFileSync(join(cwd, 'members.csv'), 'latin1').match(/^\d+/gm) ?? [];
  // One was answered, and as many as there are slots were sent after it.
  await recordAttempts(cwd, keys.slice(65), peer.env['CALLSHEET_BASE_URL'] ?? '');
}

/** Starts the run, and stops it after so many requests. */
async function send(cwd: string, count: number): Promise<void> {
  await peer.reset();
  await peer.hold(count);
  const run = startCommand({ args: ['run', 'bench.yaml', '--yes'], cwd, peer });
  await until(run, ({ requests }) => requests > count);
  run.process.kill('SIGTERM');
  // It has received the signal and starts no more requests.
  await run.says('stopping (SIGTERM)');
  await peer.release();
  await run.ended([4]);
}

/** The process is killed as soon as it has sent. */
async function firstSend(place: string): Promise<FirstSend> {
  const cwd = join(folder, place);
  await peer.reset();
  const run = startCommand({ args: ['run', 'bench.yaml', '--yes'], cwd, peer });
  const { firstAt } = await until(run, ({ requests }) => requests > 0);
  const mb = run.mostMb();
  run.process.kill('SIGKILL');
  await run.ended([null, 0]);
  rmSync(cwd, { recursive: true });
  cpSync(savedOf(place), cwd, { recursive: true });
  return { seconds: (firstAt - run.startedAt) / 1000, mb };
}

async function until(run: Started, isThere: (trial: Trial) => boolean): Promise<Trial> {
  for (;;) {
    const trial = await peer.tell();
    if (isThere(trial)) return trial;
    if (run.process.exitCode !== null) await run.ended([]);
    await sleep(10);
  }
}

function readAlone(cwd: string): Promise<Taken> {
  const client = fileURLToPath(new URL('clients/csv-alone.mjs', import.meta.url));
  return startNode({ args: [client, 'members.csv'], cwd }).ended();
}

async function looking(cwd: string, args: readonly string[], when = ''): Promise<string> {
  const all: Taken[] = [];
  for (let round = 0; round < Math.min(rounds, 3); round++) {
    all.push(await startCommand({ args, cwd, peer }).ended());
  }
  const first = spread(all.map(({ firstOutSeconds }) => firstOutSeconds));
  const whole = spread(all.map(({ seconds }) => seconds));
  const memory = median(all.map(({ rssMb }) => rssMb)).toFixed(0);
  return `| \`${args.filter((arg) => arg !== 'bench.yaml').join(' ')}\`${when} | ${first} | ${whole} | ${memory} |`;
}
