import type { HandedRecord, HandOut, Seat } from '../../hand-out.ts';
import type { RunIds } from '../../run-rows.ts';
import { createDatabaseClock, databaseNow } from '../database-clock.ts';
import { jobsWanted, recordColumns, recordIn } from '../job-rows.ts';
import { type Queries, type Row, repeating, type Session } from '../session.ts';
import type { LeaderState } from '../take-lease.ts';
import { leaderChannel, openQueue, queueName, queueSchema, workersChannel } from './queue.ts';

/** To delete is a commit, which waits for the disk. */
const returnedMost = 100;

/** What a leader does with its workers. Statements of a leader whose epoch has passed change nothing. */
export function createHandOut(input: {
  readonly session: Session;
  readonly ids: RunIds;
  readonly leader: Pick<LeaderState, 'epoch'>;
  /** Repeats a statement whose answer was lost. */
  readonly repeat: <T>(work: () => Promise<T>) => Promise<T>;
}): HandOut & { deleteReports(): Promise<void> } {
  const { session, ids, leader, repeat } = input;
  const queries = repeating(session, repeat);
  const { rows } = queries;
  let queue: ReturnType<typeof openQueue> | undefined;
  const unsynced: Queries = { rows: (...statement) => repeat(() => session.unsynced.rows(...statement)) };
  const openedQueue = () => (queue ??= openQueue(queries, unsynced, ids.campaign));
  /** Reports that were returned, and whose rows are there. */
  let returned: readonly number[] = [];
  let judged = 0;
  const clock = createDatabaseClock();

  const readSeats = async (): Promise<readonly Row[]> => {
    const before = performance.now();
    const found = await session.rows(
      `SELECT id, pid, host, most, share, held, lease_until < clock_timestamp() AS is_over,
         ${databaseNow} AS now
       FROM callsheet.worker WHERE campaign = $1 ORDER BY id`,
      [ids.campaign],
    );
    const [first] = found;
    if (first !== undefined) clock.read(Number(first['now']), { before, after: performance.now() });
    return found;
  };

  const readReports = (): Promise<readonly Row[]> =>
    rows(
      `SELECT number, bodies FROM callsheet.report
       WHERE run = $1 AND epoch = $2 AND number <> ALL ($3::bigint[]) ORDER BY number`,
      [ids.run, leader.epoch, returned],
      'callsheet_reports',
    );
  /** Those that were returned, and of leaders before. */
  const deleteAndRead = (): Promise<readonly Row[]> =>
    rows(
      `WITH leader AS (SELECT id FROM callsheet.campaign WHERE id = $1 AND epoch = $2),
         dropped AS (DELETE FROM callsheet.report USING leader
           WHERE report.run = $3 AND (report.number = ANY ($4::bigint[]) OR report.epoch <> $2)),
         judged AS (UPDATE callsheet.run SET judged = $5 FROM leader WHERE run.id = $3 AND run.judged < $5)
       SELECT number, bodies FROM callsheet.report
       WHERE run = $3 AND epoch = $2 AND number <> ALL ($4::bigint[]) ORDER BY number`,
      [ids.campaign, leader.epoch, ids.run, returned, judged],
    );

  const notifyWorkers = async (): Promise<void> => {
    await unsynced.rows('SELECT pg_notify($1, $2)', [workersChannel(ids.campaign), '']);
  };

  return {
    async open(sentWith, leaderSends) {
      const [run] = await rows(
        `WITH leader AS (SELECT id FROM callsheet.campaign WHERE id = $1 AND epoch = $2 FOR KEY SHARE),
           dropped AS (DELETE FROM ${queueSchema}.job USING leader WHERE job.name = $4)
         UPDATE callsheet.run SET judged = alarms, sent_with = $5::json FROM leader WHERE run.id = $3
         RETURNING run.alarms`,
        [
          ids.campaign,
          leader.epoch,
          ids.run,
          queueName(ids.campaign),
          JSON.stringify({ ...sentWith, leaderSends, epoch: leader.epoch }),
        ],
      );
      judged = Number(run?.['alarms'] ?? 0);
      await notifyWorkers();
    },
    async seats() {
      for (;;) {
        const found = await repeat(readSeats);
        if (found.every((row) => row['is_over'] === false)) return found.map(readSeat);
        // One that is renewed before is not deleted: it is read again.
        await rows('DELETE FROM callsheet.worker WHERE campaign = $1 AND lease_until < clock_timestamp()', [
          ids.campaign,
        ]);
      }
    },
    async setShares(shares) {
      await rows(
        `WITH leader AS (SELECT id FROM callsheet.campaign WHERE id = $1 AND epoch = $2)
         UPDATE callsheet.worker SET share = new.share, held = greatest(worker.held, new.share)
         FROM leader, unnest($3::int[], $4::int[]) AS new (id, share) WHERE worker.id = new.id`,
        [ids.campaign, leader.epoch, [...shares.keys()], [...shares.values()]],
      );
      await notifyWorkers();
    },
    async give(chunks) {
      const by = { epoch: leader.epoch, madeAt: clock.showsAtLeast(performance.now()) };
      await (await openedQueue()).add(chunks, by);
      await notifyWorkers();
    },
    async halt() {
      await rows(
        `UPDATE callsheet.run SET sent_with = (sent_with::jsonb || '{"isHalted": true}')::json
         FROM callsheet.campaign WHERE campaign.id = $1 AND campaign.epoch = $2 AND run.id = $3`,
        [ids.campaign, leader.epoch, ids.run],
      );
      await notifyWorkers();
    },
    async takeBack(chunks) {
      await (await openedQueue()).remove(chunks);
    },
    async reports(judgedNow) {
      judged += judgedNow;
      const isDeleting = judgedNow > 0 || returned.length >= returnedMost;
      const found = await (isDeleting ? deleteAndRead() : readReports());
      const numbers = found.map(({ number }) => Number(number));
      returned = isDeleting ? numbers : [...returned, ...numbers];
      return found.flatMap(({ bodies }) => bodies as readonly unknown[]);
    },
    /** At the end of this leader: what they say is in the rows of their jobs. */
    async deleteReports() {
      if (queue !== undefined)
        await session.rows('DELETE FROM callsheet.report WHERE run = $1 AND epoch = $2', [ids.run, leader.epoch]);
    },
    async records(jobs) {
      const found = await rows(
        `SELECT wanted.step, ${recordColumns}, CASE WHEN job.state = 'sending'
           THEN CASE WHEN worker.id IS NULL THEN 'lost' ELSE 'living' END END AS sender
         FROM unnest($2::text[], $3::text[]) AS wanted (step, key)
         ${jobsWanted}
         LEFT JOIN callsheet.worker ON worker.id = job.worker`,
        [ids.run, jobs.map(({ step }) => step), jobs.map(({ key = '' }) => key)],
      );
      return found.map((row) => ({
        job: recordIn(String(row['step']), row),
        sender: (row['sender'] ?? undefined) as HandedRecord['sender'],
      }));
    },
    async reportsBefore() {
      const found = await rows('SELECT bodies FROM callsheet.report WHERE run = $1 AND epoch <> $2 ORDER BY number', [
        ids.run,
        leader.epoch,
      ]);
      return found.flatMap(({ bodies }) => bodies as readonly unknown[]);
    },
    async sendingElsewhere() {
      const [found] = await rows(
        `SELECT count(*) AS jobs FROM callsheet.worker JOIN callsheet.job ON job.worker = worker.id
         WHERE worker.campaign = $1 AND job.state = 'sending'
           AND job.run IN (SELECT id FROM callsheet.run WHERE campaign = $1)`,
        [ids.campaign],
      );
      return Number(found?.['jobs']);
    },
    onNews: (listener) => session.listen(leaderChannel(ids.campaign), listener),
  };
}

function readSeat({ id, pid, host, most, share, held }: Row): Seat {
  return { id, pid, host, most, share, held } as Seat;
}
