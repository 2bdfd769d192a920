import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createCampaignRig, people, peopleInDoubt, whatsappStep } from './campaign-rig.ts';
import type { Child } from './child.ts';
import { seeded } from './hostile-files.ts';
import { query } from './postgres/database.ts';
import { startServer } from './postgres/start-server.ts';

/** What a run came to whose leader, workers and database were killed again and again: compared by recipient, never by counts. */
export interface WorkerKillReport {
  readonly kills: Readonly<Record<Victim, number>>;
  /** Reached more than once. */
  readonly doubled: readonly string[];
  /** Not reached, and not listed in doubt either. */
  readonly lost: readonly string[];
  readonly inDoubt: readonly string[];
  /** Contacts of the ledger, where the project has contact rules: each person who was reached, or is in doubt, has one that is made. */
  readonly contacts: Readonly<Record<'made' | 'open', number>> | undefined;
  /** The exit code of the run; `hung` where it had not ended in time. */
  readonly last: number | null | 'hung';
  /** Exit codes of workers that ended by themselves; each was started again. */
  readonly workersEnded: readonly number[];
}

const victims = ['leader', 'worker', 'stopped worker', 'database'] as const;
type Victim = (typeof victims)[number];

export interface WorkerKillInput {
  /** Decides the victims and the moments; the machine's own pace does too. Every other one has contact rules. */
  readonly seed: number;
  readonly kills: number;
  readonly recipients: number;
}

const leaseSeconds = 2;
/** Many times what a loop takes on a busy machine. */
const hungMs = 300_000;

/** A leader and two workers, one of them killed with -9 after some more answers, and started again; then the run to its end. */
export async function workerKillLoop({ seed, kills, recipients }: WorkerKillInput): Promise<WorkerKillReport> {
  const random = seeded(seed);
  await using rig = await createCampaignRig();
  const members = people(recipients);
  await rig.members(members);
  // Without an end to doubts, as each kill leaves some.
  await rig.campaign(whatsappStep, `limits: { concurrency: 8, doubts: ${recipients} }`);
  const hasContacts = seed % 2 === 0;
  if (hasContacts) await rig.write('contacts.yaml', 'project: shop\ncaps: [{ max: 1, per: rolling 30d }]\n');
  await rig.fault({ kind: 'delay', ms: 20 });
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-postgres-'));
  chmodSync(folder, 0o755);
  const server = await startServer(folder);
  const database = `${server.url}/postgres`;
  const killed: Record<Victim, number> = { leader: 0, worker: 0, 'stopped worker': 0, database: 0 };
  let machines = 0;
  const start = (...args: readonly string[]): Child =>
    rig.process(args, {
      CALLSHEET_STORE: `${database}?lease=${leaseSeconds}`,
      HOME: join(folder, `home-${++machines}`),
    });
  const lead = (): Child => start('run', 'campaign.yaml', '--yes', ...(random() < 0.5 ? ['--no-send'] : []));
  const workersEnded: number[] = [];
  const workers: Child[] = [];
  let isOver = false;
  /** As a supervisor does: whatever ended it, it is started again. */
  const work = (which: number): void => {
    const worker = start('worker', 'campaign.yaml');
    workers[which] = worker;
    void worker.ended.then(({ code }) => {
      if (isOver) return;
      if (code !== null) workersEnded.push(code);
      work(which);
    });
  };
  /** The last kill of the database may have ended the leader, and the database may still be recovering. */
  const untilDone = async (leader: Child): Promise<number | null> => {
    let { code } = await leader.ended;
    while (code === 2 && !isOver) ({ code } = await lead().ended);
    return code;
  };
  const bound = new AbortController();
  const hung = sleep(hungMs, 'hung' as const, { signal: bound.signal });
  hung.catch(() => {});
  try {
    let leader = lead();
    work(0);
    work(1);
    for (let kill = 0; kill < kills; kill++) {
      const more = rig.requests().length + 1 + Math.floor((random() * recipients) / kills);
      const next = await Promise.race([rig.answered(more), leader.ended.then(() => 'ended' as const), hung]);
      if (next === 'hung' || (next === 'ended' && rig.requests().length >= recipients)) break;
      const victim = next === 'ended' ? 'leader' : victims[Math.floor(random() * victims.length)]!;
      const which = Math.floor(random() * workers.length);
      killed[victim]++;
      switch (victim) {
        case 'leader':
          leader.kill('SIGKILL');
          await leader.ended;
          leader = lead();
          break;
        case 'worker':
          workers[which]!.kill('SIGKILL');
          break;
        case 'stopped worker': {
          const stopped = workers[which]!;
          stopped.kill('SIGSTOP');
          setTimeout(() => stopped.kill('SIGCONT'), leaseSeconds * 1500);
          break;
        }
        case 'database':
          await killBackend(database);
          break;
        default:
          victim satisfies never;
      }
    }
    const last = await Promise.race([untilDone(leader), hung]);
    isOver = true;
    const { stdout, stderr } = await start('status', 'campaign.yaml', '--format', 'json').ended;
    if (stdout === '') throw new Error(`SEED=${seed}: the run ended with ${last}, and status says: ${stderr}`);
    const inDoubt = peopleInDoubt({ stdout });
    const effects = rig.effects('whatsapp.send');
    return {
      kills: killed,
      doubled: members.filter((name) => (effects[name] ?? 0) > 1),
      lost: members.filter((name) => effects[name] === undefined && !inDoubt.includes(name)),
      inDoubt,
      contacts: hasContacts ? await contactsIn(database) : undefined,
      last,
      workersEnded,
    };
  } finally {
    isOver = true;
    bound.abort();
    process.kill(-server.pid, 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

async function contactsIn(url: string): Promise<Readonly<Record<'made' | 'open', number>>> {
  const rows = await query(url, `SELECT open = 0 AS "isMade", count(*) FROM callsheet_contacts.contact GROUP BY 1`);
  const count = (isMade: boolean): number => Number(rows.find((row) => row['isMade'] === isMade)?.['count'] ?? 0);
  return { made: count(true), open: count(false) };
}

/** A server process that is killed makes PostgreSQL drop all connections and recover, as after `pg_ctl restart -m immediate`. */
async function killBackend(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ readonly pid: number }>('SELECT pg_backend_pid() AS pid');
    process.kill(rows[0]!.pid, 'SIGKILL');
    await client.end();
  } catch {
    // It is recovering already.
  }
}
