import { createStoreJudge, type StoreJudge } from '../../contacts/store/judge-in-store.ts';
import type { SentWith, WorkerLease, WorkerRequest } from '../../hand-out.ts';
import { StateError } from '../../state-trouble.ts';
import { createDatabaseClock, databaseNow } from '../database-clock.ts';
import { repeatFor } from '../server-error.ts';
import { type Queries, type Row, repeating, type Session } from '../session.ts';
import { startTerm, thisMoment } from '../term.ts';
import { openQueue, queueName, queueSchema, workersChannel } from './queue.ts';
import { createClaims, createWorkerWriter } from './worker-writer.ts';

/** Takes a place among the workers of a campaign; undefined where nothing is recorded of it. */
export async function openWorkerLease(
  session: Session,
  request: WorkerRequest,
  leaseMs: number,
): Promise<WorkerLease | undefined> {
  const { pid, host, most } = request;
  const [found] = await session.rows('SELECT id, lineage FROM callsheet.campaign WHERE name = $1', [request.campaign]);
  if (found === undefined) return undefined;
  const campaign = Number(found['id']);
  // Before its leader knows of a worker: what is added to a queue that is not there is lost.
  await makeQueue(session, campaign);
  const since = thisMoment();
  const [row] = await session.rows(
    `INSERT INTO callsheet.worker (campaign, pid, host, most, lease_ms, lease_until)
     VALUES ($1, $2, $3, $4, $5::int, clock_timestamp() + $5::int * interval '1 ms') RETURNING id`,
    [campaign, pid, host, most, leaseMs],
  );
  const worker = Number(row?.['id']);
  const term = startTerm({
    leaseMs,
    since,
    async renew() {
      const known = writer.groups();
      const [renewed] = await session.rows(
        `UPDATE callsheet.worker SET lease_until = clock_timestamp() + $2 * interval '1 ms' WHERE id = $1 RETURNING groups`,
        [worker, leaseMs],
      );
      if (renewed === undefined) throw new StateError('leaseLost', 'the lease of this worker has ended');
      const groups = Number(renewed['groups']);
      if (groups < known) {
        const lost = new StateError('storeLostChanges', `it has ${groups} groups of this worker, not ${known}`);
        await writer.stopIfIncomplete(lost);
      }
    },
  });
  const { repeat } = term;
  const patiently = <T>(work: () => Promise<T>): Promise<T> => repeatFor(leaseMs, work);
  const clock = createDatabaseClock();
  /** When the latest statement was sent. */
  let askedAt = 0;
  const queries: Queries = {
    rows: (...statement) =>
      repeat(() => {
        askedAt = performance.now();
        return session.rows(...statement);
      }),
  };
  let contacts: StoreJudge | undefined;
  const writer = createWorkerWriter({
    session,
    campaign: { id: campaign, name: request.campaign, lineage: String(found['lineage']) },
    worker,
    contacts: () => contacts,
    repeat: patiently,
  });
  const queue = await openQueue(queries, session.unsynced, campaign);

  return {
    term,
    async look(held) {
      const [found] = await queries.rows(
        // What it learns here it may use at once: nobody else gets these slots before a later look has given them back.
        `WITH changed AS (UPDATE callsheet.worker SET held = greatest($2, share)
           WHERE id = $1 AND held <> greatest($2, share) RETURNING share)
         SELECT ${databaseNow} AS now, coalesce((SELECT share FROM changed), worker.share) AS share, campaign.epoch, run.id AS run, run.name, run.control, run.sent_with
         FROM callsheet.worker JOIN callsheet.campaign ON campaign.id = worker.campaign
         LEFT JOIN callsheet.run ON run.campaign = campaign.id AND run.name = campaign.leader_run
           AND campaign.lease_until > clock_timestamp()
         WHERE worker.id = $1`,
        [worker, held],
      );
      if (found === undefined) throw new StateError('leaseLost', 'the lease of this worker has ended');
      clock.read(Number(found['now']), { before: askedAt, after: performance.now() });
      return { share: Number(found['share']), lead: leadOf(found) };
    },
    async fetch() {
      const found = await queue.fetch();
      if (found === undefined) return undefined;
      const { id, epoch, body, madeAt, fetchedAt } = found;
      const after = performance.now();
      // Its microseconds are unknown.
      clock.read(fetchedAt + 1, { before: askedAt, after: after + 1 });
      return { id, epoch, body, ageMs: Math.max(0, clock.showsAtMost(after) - madeAt) };
    },
    claims: (lead) => createClaims(repeating(session, patiently), writer, lead),
    judgeContacts(place, rules) {
      if (place.kind !== 'store') return false;
      contacts = createStoreJudge(session, { ...place, rules });
      return true;
    },
    onNews: (listener) => session.listen(workersChannel(campaign), listener),
    async ask() {
      await session.rows('SELECT 1');
    },
    async close() {
      term.stop();
      try {
        await session.rows('DELETE FROM callsheet.worker WHERE id = $1', [worker]);
      } catch {
        // Its lease ends by itself.
      }
      await session.close();
    },
  };
}

/** Unless it is there: that creates a table, and may wait for others. */
function makeQueue(session: Session, campaign: number): Promise<unknown> {
  return repeatFor(queueMsMost, () =>
    session.rows(
      `SELECT callsheet.make_queue($1) WHERE NOT EXISTS (SELECT FROM ${queueSchema}.queue WHERE queue.name = $2)`,
      [campaign, queueName(campaign)],
    ),
  );
}

const queueMsMost = 10_000;

function leadOf(row: Row) {
  if (row['run'] === null) return undefined;
  const epoch = Number(row['epoch']);
  const sentWith = row['sent_with'] as (SentWith & { readonly epoch: number; readonly isHalted?: true }) | null;
  const isOpen = sentWith?.epoch === epoch;
  return {
    epoch,
    runId: Number(row['run']),
    run: String(row['name']),
    control: row['control'] as 'run' | 'pause' | 'cancel',
    isHalted: isOpen && sentWith.isHalted === true,
    sentWith: isOpen ? sentWith : undefined,
  };
}
