import type { JobRecord } from '../../../job/job.ts';
import type { Lead, Report } from '../../hand-out.ts';
import { columnsOf, type JobToWrite, valuesOf } from '../job-rows.ts';
import { queueName, queueSchema } from './queue.ts';

/** A job that is to be claimed, under a number that no other claim of this worker has. */
export interface JobToClaim extends JobToWrite {
  readonly number: number;
  readonly chunk: string;
  /** The record that this one was made of; undefined where none was read, as none was to be there. */
  readonly before: JobRecord | undefined;
}

/** The outcome of a job that was claimed. */
export interface ClaimedOutcome extends JobToWrite {
  readonly number: number;
}

export interface WorkerGroup {
  readonly campaign: number;
  readonly worker: number;
  readonly lead: Pick<Lead, 'epoch' | 'runId'>;
  /** Those that this worker has recorded before this one. */
  readonly groups: number;
  readonly toClaim: readonly JobToClaim[];
  readonly reports: readonly Report[];
  readonly outcomes: readonly ClaimedOutcome[];
}

const [campaign, epoch, run, worker, queue, chunks, claims, groups, reports, bodies, alarms, firstClaimed] = [
  '$1',
  '$2',
  '$3::int',
  '$4::int',
  '$5',
  '$6::uuid[]',
  '$7::int',
  '$8',
  '$9::int',
  '$10::json',
  '$11::int',
  12,
];
const claimed = columnsOf(firstClaimed);
const chunkOfClaim = claimed.next + 1;
const firstRead = chunkOfClaim + 1;
const written = columnsOf(firstRead + 3);

/** A person may have decided upon the job since it was read. */
const isAsRead = `(excluded.claim <> ALL ($${firstRead}::bigint[]) OR EXISTS (
  SELECT FROM unnest($${firstRead}::bigint[], $${firstRead + 1}::callsheet.job_state[], $${firstRead + 2}::bigint[])
    AS was (claim, state, settled_at)
  WHERE was.claim = excluded.claim AND was.state = job.state AND was.settled_at IS NOT DISTINCT FROM job.settled_at))`;

/**
 * Only the index of keys can find the rows in this way: for an UPDATE the planner would read all jobs of the run, as it has no statistics
 * of a table that has just been filled. Where a claimed row is not there any more (its person may have been forgotten), none may be made:
 * of a row that was inserted, and not updated, `xmax` is 0.
 */
const writeOutcomes = `
  INSERT INTO callsheet.job (run, worker, ${written.names}, claim)
  SELECT ${run}, ${worker}, new.* FROM counted, unnest(${written.types}, $${written.next}::bigint[]) AS new (${written.names}, claim)
  ON CONFLICT (run, step, key) DO UPDATE SET ${written.update}
  WHERE job.worker = excluded.worker AND job.claim = excluded.claim AND job.state = 'sending'
  RETURNING CASE WHEN xmax = '0' THEN callsheet.refuse('a job that this worker has claimed is not there') END`;

/**
 * What a worker records at once, as each commit costs much: outcomes, and its next claims. It counts once, however often it is sent, and
 * not when a later group has counted: it names the group that it follows. Outcomes count while the worker's row is there. A claim is the
 * intent. It counts only while its leader leads, the run is open, the worker's lease and the chunk are there, and the job's row allows
 * it. The locks make each of the others wait, or come first: a new leader reads only after claims under the old one. A query that was
 * rejected, which has no key, is asked again by the next leader, who counts from 1.
 */
export const writeGroup = `
  WITH leader AS (
    SELECT id FROM callsheet.campaign WHERE id = ${campaign} AND epoch = ${epoch} AND ${claims} > 0 FOR KEY SHARE),
  open AS (
    SELECT run.id FROM leader, callsheet.run
    WHERE run.id = ${run} AND run.control = 'run' AND run.alarms = run.judged AND ${alarms} = 0),
  counted AS (
    UPDATE callsheet.worker SET groups = groups + 1 WHERE id = ${worker} AND groups = ${groups}
    RETURNING id, lease_until),
  seat AS (SELECT id FROM counted WHERE lease_until > clock_timestamp()),
  chunk AS (
    SELECT job.id FROM open, seat, ${queueSchema}.job
    WHERE job.name = ${queue} AND job.id = ANY (${chunks}) FOR KEY SHARE OF job),
  claimed AS (
    INSERT INTO callsheet.job (run, worker, ${claimed.names}, claim)
    SELECT ${run}, ${worker}, ${claimed.names}, claim
    FROM chunk
    JOIN unnest(${claimed.types}, $${claimed.next}::bigint[], $${chunkOfClaim}::uuid[]) AS new (${claimed.names}, claim, chunk)
      ON new.chunk = chunk.id
    ON CONFLICT (run, step, key) DO UPDATE SET ${claimed.update}, worker = excluded.worker, claim = excluded.claim
    WHERE ${isAsRead} AND (
      (job.state IN ('pending', 'skipped', 'expired', 'rejected')
        AND job.attempts = excluded.attempts - CASE WHEN excluded.state = 'sending' THEN 1 ELSE 0 END)
      OR (job.state = 'rejected' AND job.key = '' AND excluded.attempts = 1))
    RETURNING claim),
  written AS (${writeOutcomes}),
  reported AS (
    INSERT INTO callsheet.report (run, epoch, bodies) SELECT ${run}, ${epoch}, ${bodies} FROM counted WHERE ${reports} > 0),
  alarm AS (
    UPDATE callsheet.run SET alarms = alarms + ${alarms} FROM counted WHERE run.id = ${run} AND ${alarms} > 0)
  SELECT (SELECT count(*) FROM leader) AS leader, (SELECT count(*) FROM open) AS open,
    (SELECT count(*) FROM seat) AS seat, (SELECT json_agg(id) FROM chunk) AS chunks,
    (SELECT json_agg(claim) FROM claimed) AS claimed,
    (SELECT count(*) FROM counted) AS counted, (SELECT count(*) FROM written) AS written`;

export function groupValues(group: WorkerGroup): readonly unknown[] {
  const { lead, toClaim, reports, outcomes } = group;
  const read = toClaim.flatMap(({ number, before }) => (before === undefined ? [] : { number, before }));
  return [
    group.campaign,
    lead.epoch,
    lead.runId,
    group.worker,
    queueName(group.campaign),
    [...new Set(toClaim.map(({ chunk }) => chunk))],
    toClaim.length,
    group.groups,
    reports.length,
    JSON.stringify(reports.map(({ body }) => body)),
    reports.filter(({ isAlarm }) => isAlarm).length,
    ...valuesOf(toClaim),
    toClaim.map(({ number }) => number),
    toClaim.map(({ chunk }) => chunk),
    read.map(({ number }) => number),
    read.map(({ before }) => before.state),
    read.map(({ before }) => before.settledAt),
    ...valuesOf(outcomes),
    outcomes.map(({ number }) => number),
  ];
}

const late = columnsOf(3);

/** After the lease: an outcome may end the doubt into which the leader has put the claim, and nothing else. */
export const writeLate = `
  UPDATE callsheet.job SET ${late.update.replaceAll('excluded.', 'new.')}
  FROM unnest(${late.types}, $${late.next}::bigint[]) AS new (${late.names}, claim)
  WHERE job.run = $2 AND job.step = new.step AND job.key = new.key
    AND job.worker = $1 AND job.claim = new.claim AND job.state = 'inDoubt'`;

export function lateValues({ worker, lead, outcomes }: Pick<WorkerGroup, 'worker' | 'lead' | 'outcomes'>) {
  return [worker, lead.runId, ...valuesOf(outcomes), outcomes.map(({ number }) => number)];
}
