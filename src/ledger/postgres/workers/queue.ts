import { type Chunk, looksOnMs } from '../../hand-out.ts';
import type { Queries } from '../session.ts';

export const queueSchema = 'callsheet_queue';

/** Longer than any run: pg-boss hands out and never decides that something is sent again. */
const expireInSeconds = 30 * 24 * 3600;

interface Data extends Pick<Chunk, 'body'> {
  /** Of the leader. */
  readonly epoch: number;
  /** By the database's clock, or earlier. */
  readonly madeAt: number;
}

export function queueName(campaign: number): string {
  return `campaign-${campaign}`;
}

/**
 * The queue of one campaign, from its leader to its workers. Each call is one statement. pg-boss is used as a library of statements: it
 * makes no connections, and its maintenance is not needed, as chunks are deleted. A chunk that a crash of the server loses is taken back,
 * as nobody fetches it, so to insert one does not wait for the disk. To fetch one does: two workers that have it would both report what
 * became of its jobs.
 */
export async function openQueue(queries: Queries, unsynced: Queries, campaign: number) {
  const boss = await createBoss(queries);
  const db = databaseOf(queries);
  const name = queueName(campaign);
  return {
    async add(chunks: readonly Chunk[], by: Omit<Data, 'body'>): Promise<void> {
      const jobs = chunks.map(({ id, body }) => ({ id, name, data: { ...by, body }, retryLimit: 0, expireInSeconds }));
      await boss.insert(jobs, { db: databaseOf(unsynced) });
    },
    async fetch(): Promise<(Data & { readonly id: string; readonly fetchedAt: number }) | undefined> {
      let failure: { readonly error: unknown } | undefined;
      const executeSql: typeof db.executeSql = (...statement) =>
        db.executeSql(...statement).catch((error: unknown) => {
          failure = { error };
          throw error;
        });
      const [job] = await boss.fetch<Data>(name, { batchSize: 1, includeMetadata: true, db: { executeSql } });
      // pg-boss takes an error for an empty queue.
      if (failure !== undefined) throw failure.error;
      if (job === undefined) return undefined;
      // By the database's clock, without its microseconds.
      return { ...job.data, id: job.id, fetchedAt: job.startedOn.getTime() };
    },
    async remove(chunks: readonly string[]): Promise<void> {
      if (chunks.length > 0) await boss.deleteJob(name, [...chunks], { db });
    },
  };
}

/** Creates the tables of pg-boss. It takes locks of its own. */
export async function makeQueues(queries: Queries): Promise<void> {
  const boss = await createBoss(queries, true);
  await boss.start();
  await boss.stop({ graceful: false });
}

async function createBoss(queries: Queries, migrate = false) {
  const { default: PgBoss } = await import('pg-boss');
  return new PgBoss({ db: databaseOf(queries), schema: queueSchema, migrate, supervise: false, schedule: false });
}

function databaseOf({ rows }: Queries) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      // Of several statements at once, the driver returns something else.
      const found: unknown = await rows(text, values, values.length === 0 ? undefined : nameOf(text));
      return { rows: Array.isArray(found) ? found : [] };
    },
  };
}

const names = new Map<string, string>();

/** pg-boss has few statements, which it makes for a schema. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `callsheet_queue_${names.size}`;
  names.set(text, name);
  return name;
}

/** Notifications only save time: everything is in the tables, and is looked for without one, too. */
export function leaderChannel(campaign: number): string {
  return `callsheet_leader_${campaign}`;
}

export function workersChannel(campaign: number): string {
  return `callsheet_workers_${campaign}`;
}

/** Notifies, unless it has lately: the leader goes on looking by itself then. Each notification is a commit, and wakes processes. */
export function createNotifier({ rows }: Queries, channel: string): () => void {
  let notifiedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - notifiedAt < looksOnMs / 2) return;
    notifiedAt = now;
    rows('SELECT pg_notify($1, $2)', [channel, '']).catch(() => {});
  };
}
