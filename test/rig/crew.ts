import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type CampaignRig, createCampaignRig, people, peopleInDoubt, whatsappStep } from './campaign-rig.ts';
import type { Child } from './child.ts';
import { newDatabase, query } from './postgres/database.ts';

export const members = people(80);
/** Seconds; tests that wait until it is over are short with it. */
export const lease = 4;
/** For tests that do not wait for it: a busy machine may keep a process waiting longer than the short one. */
export const longLease = 30;

/** A leader and workers, each as on a machine of its own, with one database. */
export interface Crew extends AsyncDisposable {
  readonly rig: CampaignRig;
  readonly store: string;
  run(...more: readonly string[]): Child;
  /** A leader that leaves sending to workers. */
  lead(...more: readonly string[]): Child;
  /** Resolves when the worker has taken its place. */
  worker(...more: readonly string[]): Promise<Child>;
  command(name: string, ...more: readonly string[]): Child;
  /** The same as processes of their own, which can be killed and stopped, and whose departures are noted. */
  readonly process: Pick<Crew, 'run' | 'lead' | 'worker'>;
  /** When each request left, by the process of its own that sent it: the service may note it late. */
  departures(): Promise<readonly number[]>;
  /** Resolves when each worker has renewed its lease twice: since the first time it knows of a pause. */
  renewed(): Promise<void>;
  /** People who were reached more than once, or not at all and are not in doubt by name. */
  mistakes(): Promise<{ readonly twice: readonly string[]; readonly missing: readonly string[] }>;
}

interface CrewOptions {
  /** By default a new database. */
  readonly url?: string;
  readonly step?: string;
  readonly leaseSeconds?: number;
}

export async function crew(
  head: string,
  { url, step = whatsappStep, leaseSeconds = lease }: CrewOptions = {},
): Promise<Crew> {
  const rig = await createCampaignRig();
  await rig.members(members);
  await rig.campaign(step, head);
  const database = url ?? (await newDatabase());
  const store = `${database}?lease=${leaseSeconds}`;
  const home = await mkdtemp(join(tmpdir(), 'callsheet-home-'));
  let machines = 0;
  const departures = join(home, 'departures');
  const NODE_OPTIONS = `--require ${fileURLToPath(new URL('note-departures.cjs', import.meta.url))}`;
  const machine = () => ({ CALLSHEET_STORE: store, HOME: join(home, String(++machines)) });
  const asProcess: Crew['command'] = (name, ...more) =>
    rig.process([name, 'campaign.yaml', ...more], { ...machine(), NODE_OPTIONS, DEPARTURES: departures });
  const command: Crew['command'] = (name, ...more) => rig.callsheet([name, 'campaign.yaml', ...more], machine());
  const startedBy = (start: Crew['command']): Crew['process'] => ({
    run: (...more) => start('run', '--yes', ...more),
    lead: (...more) => start('run', '--yes', '--no-send', ...more),
    async worker(...more) {
      const child = start('worker', ...more);
      await child.line(/waiting for a leader|sending for run|"state":"(waiting|sending)"/);
      return child;
    },
  });
  return {
    rig,
    store,
    command,
    ...startedBy(command),
    process: startedBy(asProcess),
    async departures() {
      const noted = (await readFile(departures, 'utf8')).trimEnd().split('\n');
      return noted.map((line) => Number(line)).toSorted((a, b) => a - b);
    },
    async renewed() {
      for (let times = 1; times <= 2; times++) {
        const before = await leasesOf(database);
        while ((await leasesOf(database)).some((until, index) => until === before[index])) await setTimeout(20);
      }
    },
    async mistakes() {
      const doubts = new Set(peopleInDoubt(await command('status', '--format', 'json').ended));
      const effects = rig.effects('whatsapp.send');
      return {
        twice: members.filter((name) => (effects[name] ?? 0) > 1),
        missing: members.filter((name) => effects[name] === undefined && !doubts.has(name)),
      };
    },
    async [Symbol.asyncDispose]() {
      await rig[Symbol.asyncDispose]();
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function leasesOf(url: string): Promise<readonly unknown[]> {
  const rows = await query(url, 'SELECT lease_until::text FROM callsheet.worker ORDER BY id');
  return rows.map((row) => row['lease_until']);
}
