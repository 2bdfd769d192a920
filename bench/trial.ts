import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, ours, type Work } from './clients.ts';
import { type Started, startCommand, startNode, type Taken } from './command.ts';
import type { Database, Missing } from './databases.ts';
import type { Trial } from './fast-peer.ts';
import type { Peer } from './start-peer.ts';
import { waitUntil } from './wait-until.ts';
import { writeCampaign } from './write-campaign.ts';

/** What it came to when one client wrote to every recipient. */
export interface Measured {
  /** From the first request to the last, by the service's clock. */
  readonly perSecond: number;
  /** Processor time of the client; of its database beside it, where there is one. */
  readonly cpuUs: number;
  readonly databaseCpuUs: number | undefined;
  readonly rssMb: number;
}

/** What it came to when it was killed with -9 once half was sent, and started again. */
export interface Killed {
  readonly twice: number;
  readonly never: number;
  /** Named as in doubt, for a person to decide; undefined where nobody is named. */
  readonly inDoubt: number | undefined;
}

interface TrialInput {
  readonly client: Client;
  readonly peer: Peer;
  readonly concurrency: number;
  readonly recipients: number;
}

/** One round of one client: everybody is written to once, or it throws. */
export async function measureTrial(input: TrialInput): Promise<Measured | Missing> {
  return prepared(input, async ({ work, database, start }) => {
    const before = database?.cpuMs() ?? 0;
    const taken = await untilDone(input, start());
    const databaseCpuMs = database === undefined ? undefined : database.cpuMs() - before;
    const { requests, twice, wrongSignatures, ms } = await input.peer.tell();
    if (requests !== work.recipients || twice > 0 || wrongSignatures > 0) {
      throw new Error(
        `${input.client.name}: ${requests} of ${work.recipients} requests, ${twice} twice, ${wrongSignatures} signed wrongly`,
      );
    }
    return {
      perSecond: (requests / ms) * 1_000,
      cpuUs: (taken.cpuSeconds / requests) * 1e6,
      databaseCpuUs: databaseCpuMs === undefined ? undefined : (databaseCpuMs / requests) * 1_000,
      rssMb: taken.rssMb,
    };
  });
}

export async function killTrial(input: TrialInput): Promise<Killed | Missing> {
  return prepared(input, async ({ work, start }) => {
    const half = Math.floor(work.recipients / 2);
    // The answers of those that are under way when it dies are lost.
    await input.peer.hold(half);
    const first = start();
    await until(input.peer, first, ({ requests }) => requests > half);
    first.process.kill('SIGKILL');
    await first.ended([null]);
    await input.peer.release();
    const again = start();
    // Ours ends with 3 where somebody is left in doubt.
    if (input.client.setUp === undefined) await again.ended([0, 3]);
    else {
      await quiet(input.peer);
      again.process.kill('SIGTERM');
      await again.ended();
    }
    const { requests, twice } = await input.peer.tell();
    const inDoubt = input.client === ours ? await doubtsIn(work.cwd, input.peer) : undefined;
    return { twice, never: work.recipients - (requests - twice), inDoubt };
  });
}

async function doubtsIn(cwd: string, peer: Peer): Promise<number> {
  const { stdout } = await startCommand({ args: ['status', 'bench.yaml', '--format', 'json'], cwd, peer }).ended();
  return (JSON.parse(stdout) as { readonly inDoubt: readonly string[] }).inDoubt.length;
}

async function prepared<T>(
  { client, peer, concurrency, recipients }: TrialInput,
  then: (given: { work: Work; database: Database | undefined; start: () => Started }) => Promise<T>,
): Promise<T | Missing> {
  const cwd = mkdtempSync(join(tmpdir(), 'callsheet-bench-'));
  const database = await client.database?.();
  try {
    if (database !== undefined && 'missing' in database) return database;
    writeCampaign(cwd, { recipients, concurrency, order: client.order ?? 'sorted' });
    const work: Work = { cwd, port: peer.port, concurrency, recipients, address: database?.address ?? '' };
    const env = {
      BENCH_MEMBERS: join(cwd, 'members.csv'),
      // A benchmark sends nothing to anybody.
      ARTILLERY_DISABLE_TELEMETRY: '1',
      STEPCI_DISABLE_ANALYTICS: '1',
      // One thread, as the others have: each would go through the recipients by itself.
      WORKERS: '1',
      ...client.env,
    };
    const start = (args: readonly string[]): Started => startNode({ args, cwd, peer, env });
    if (client.setUp !== undefined) await start(client.setUp(work)).ended();
    await peer.reset();
    return await then({ work, database, start: () => start(client.send(work)) });
  } finally {
    if (database !== undefined && 'stop' in database) await database.stop();
    rmSync(cwd, { recursive: true, force: true });
  }
}

async function untilDone({ client, peer, recipients }: TrialInput, run: Started): Promise<Taken> {
  if (client.setUp !== undefined) {
    await until(peer, run, ({ requests }) => requests >= recipients);
    run.process.kill('SIGTERM');
  }
  return run.ended();
}

async function until(peer: Peer, run: Started, isThere: (trial: Trial) => boolean): Promise<void> {
  await waitUntil(
    'the requests of a client',
    async () => {
      if (isThere(await peer.tell())) return true;
      if (run.process.exitCode !== null) await run.ended([]);
      return false;
    },
    5,
  );
}

/** Longer than any of them lets a dead worker's jobs lie. */
const quietMs = 12_000;

async function quiet(peer: Peer): Promise<void> {
  for (let before = -1, since = performance.now(); performance.now() - since < quietMs; ) {
    const { requests } = await peer.tell();
    if (requests !== before) since = performance.now();
    before = requests;
    await sleep(100);
  }
}
