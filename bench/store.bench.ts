import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '../test/rig/postgres/start-server.ts';
import { ours, yardstick } from './clients.ts';
import { type Started, startNode } from './command.ts';
import { commandLine, isSmoke, median, record, requireBuilt, spread } from './measure.ts';
import { startPeer } from './start-peer.ts';
import { measureTrial } from './trial.ts';
import { writeCampaign } from './write-campaign.ts';

/**
 * Several processes send one run through a store: requests per second as ratios to the bare loop, and to one process with a state file.
 * Service, database, leader and workers share the machine.
 */
const concurrency = 64;
const recipients = isSmoke ? 200 : Number(process.env['RECIPIENTS'] ?? 40_000);
const rounds = isSmoke ? 1 : Number(process.env['ROUNDS'] ?? 3);
const crews = (process.env['WORKERS'] ?? (isSmoke ? '1' : '0,1,2,4')).split(',').map(Number);

requireBuilt();
const peer = await startPeer();
const folder = mkdtempSync(join(tmpdir(), 'callsheet-postgres-'));
const server = await startServer(folder);
try {
  const perSecond = new Map<string, number[]>();
  const note = (name: string, value: number): void => void perSecond.set(name, [...(perSecond.get(name) ?? []), value]);
  for (let round = 1; round <= rounds; round++) {
    for (const client of [yardstick, ours]) {
      const measured = await measureTrial({ client, peer, concurrency, recipients });
      if (!('missing' in measured)) note(client.name, measured.perSecond);
    }
    for (const workers of crews) note(nameOf(workers), await sendTogether(workers));
  }
  const bare = perSecond.get(yardstick.name) ?? [];
  const lines = [...perSecond].map(([name, all]) => {
    const ratios = all.map((one, at) => one / (bare[at] ?? Number.NaN));
    return `| ${name} | ${spread(ratios)} | ${median(all).toFixed(0)} |`;
  });
  const head = ['| sends | ratio to the bare loop | requests/s |', '|---|---|---|'];
  record('Workers', [`${recipients} recipients, concurrency ${concurrency}.`, '', ...head, ...lines]);
} finally {
  peer.stop();
  process.kill(-server.pid, 'SIGQUIT');
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

function nameOf(workers: number): string {
  return workers === 0 ? 'callsheet run with a store' : `callsheet run --no-send, workers: ${workers}`;
}

async function sendTogether(workers: number): Promise<number> {
  const cwd = mkdtempSync(join(tmpdir(), 'callsheet-bench-'));
  writeCampaign(cwd, { recipients, concurrency });
  await peer.reset();
  const env = { CALLSHEET_STORE: await newDatabase(`b${Date.now()}`), HOME: cwd };
  const start = (args: readonly string[]): Started => startNode({ args: [commandLine, ...args], cwd, peer, env });
  const leader = start(['run', 'bench.yaml', '--yes', ...(workers === 0 ? [] : ['--no-send'])]);
  const crew = Array.from({ length: workers }, () => start(['worker', 'bench.yaml']));
  while ((await peer.tell()).requests < recipients) {
    if (leader.process.exitCode !== null) await leader.ended([]);
    await sleep(20);
  }
  await leader.ended([0]);
  for (const { process: worker } of crew) {
    worker.kill('SIGTERM');
    if (worker.exitCode === null) await once(worker, 'exit');
  }
  const { requests, twice, ms } = await peer.tell();
  if (requests !== recipients || twice > 0) throw new Error(`${requests} of ${recipients} requests, ${twice} twice`);
  rmSync(cwd, { recursive: true, force: true });
  return (requests / ms) * 1_000;
}

async function newDatabase(name: string): Promise<string> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: `${server.url}/postgres` });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return `${server.url}/${name}`;
}
