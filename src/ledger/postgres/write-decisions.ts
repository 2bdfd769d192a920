import type { JobRecord } from '../../job/job.ts';
import type { Refused, RunAbout } from '../backend.ts';
import { afterChange, type Control, type Decided, type JobChange, refusedChange } from '../change.ts';
import { refusedMove } from '../move/refused-move.ts';
import type { Approval } from '../signed/approval.ts';
import { type DecisionGroup, groupsOf } from '../signed/decision-log.ts';
import { columnsOf, type JobToWrite, upsert, valuesOf } from './job-rows.ts';
import type { RunIds } from './run-reader.ts';
import type { Queries } from './session.ts';
import { moveOf } from './take-lease.ts';
import { workersChannel } from './workers/channels.ts';
import { appendTo, nameOf, readJobs } from './write-changes.ts';

/**
 * One statement, so that a process that is stopped in the middle holds no lock, which would keep the leader from writing. It writes all
 * jobs, or none where one is not as it was read.
 */
const decideTogether = `WITH noticed AS (
    UPDATE callsheet.campaign SET decisions = decisions + 1
    WHERE id = $1 AND moved_to IS NULL AND moved_from IS NULL RETURNING id),
  same AS (
    SELECT job.key
    FROM noticed, unnest($2::int[], $3::text[], $4::callsheet.job_state[], $5::int[], $6::bigint[])
      AS was (step, key, state, attempts, settled_at)
    JOIN callsheet.job ON job.run = $7 AND job.step = was.step AND job.key = was.key AND job.state = was.state
      AND job.attempts = was.attempts AND job.settled_at IS NOT DISTINCT FROM was.settled_at
    FOR UPDATE OF job),
  all_same AS (SELECT 1 FROM same HAVING count(*) = cardinality($3)),
  done AS (${upsert(7, 'all_same')}),
  logged AS (UPDATE callsheet.run SET ${appendTo('decided', columnsOf(8).next)} FROM all_same WHERE run.id = $7)
  SELECT 1 FROM all_same`;

/** Records what a person decides, beside a leader: all of it or nothing. The leader notices by the number of decisions. */
export async function writeDecisions(
  queries: Queries,
  ids: RunIds,
  decisions: readonly Decided[],
): Promise<Refused | undefined> {
  for (;;) {
    const steps = await stepsOf(queries, ids.run);
    const idOf = ({ step }: JobRecord): number => steps.get(step) ?? 0;
    const before = await readJobs(queries, ids.run, decisions);
    const after = new Map(before);
    for (const to of decisions) {
      const change: JobChange = { kind: 'decide', to };
      const job = afterChange(after.get(nameOf(to)), change);
      if (job === undefined) throw refusedChange(change);
      after.set(nameOf(to), job);
    }
    const read = [...before.values()];
    const was = [
      read.map(idOf),
      read.map(({ key = '' }) => key),
      read.map(({ state }) => state),
      read.map(({ attempts }) => attempts),
      read.map(({ settledAt }) => settledAt),
    ];
    const jobs = [...after.values()].map((job): JobToWrite => ({ step: idOf(job), job }));
    const written = await queries.rows(decideTogether, [
      ids.campaign,
      ...was,
      ids.run,
      ...valuesOf(jobs),
      JSON.stringify(groupsOf(decisions)),
    ]);
    if (written.length > 0) return undefined;
    const [row] = await queries.rows('SELECT moved_from, moved_to FROM callsheet.campaign WHERE id = $1', [
      ids.campaign,
    ]);
    const refused = row && refusedMove(moveOf(row));
    if (refused !== undefined) return { refused };
  }
}

async function stepsOf({ rows }: Queries, run: number): Promise<ReadonlyMap<string, number>> {
  const steps = await rows('SELECT id, name FROM callsheet.step WHERE run = $1', [run]);
  return new Map(steps.map(({ id, name }) => [String(name), Number(id)]));
}

/** Records an approval beside a leader. */
export async function writeApproval({ rows }: Queries, ids: RunIds, approval: Approval): Promise<void> {
  await rows(`UPDATE callsheet.run SET ${appendTo('approvals', 2)} WHERE id = $1`, [
    ids.run,
    JSON.stringify([approval]),
  ]);
}

/** The same of a wave. The leader notices by the number of decisions. */
export async function writePromotion({ rows }: Queries, ids: RunIds, signed: DecisionGroup): Promise<void> {
  await rows(
    `WITH noticed AS (UPDATE callsheet.campaign SET decisions = decisions + 1 WHERE id = $1 RETURNING id)
     UPDATE callsheet.run SET ${appendTo('decided', 3)} FROM noticed WHERE run.id = $2`,
    [ids.campaign, ids.run, JSON.stringify([signed])],
  );
}

/** Undefined where there is no such run. */
export async function requestControl(
  { rows }: Queries,
  { campaign, run }: RunAbout,
  control: Control,
  signed: DecisionGroup | undefined,
) {
  const [row] = await rows(
    `WITH before AS (
       SELECT run.id, campaign.id AS campaign, run.control, CASE WHEN campaign.lease_until > now() THEN campaign.leader_run END AS carried_out
       FROM callsheet.run JOIN callsheet.campaign ON campaign.id = run.campaign
       WHERE campaign.name = $1 AND run.name = $2 FOR UPDATE OF run)
     UPDATE callsheet.run SET control = $3${signed === undefined ? '' : `, ${appendTo('decided', 4)}`}
     FROM before WHERE run.id = before.id
     RETURNING before.control, before.carried_out, before.campaign`,
    [campaign, run, control, ...(signed === undefined ? [] : [JSON.stringify([signed])])],
  );
  if (row === undefined) return undefined;
  // Workers also look by themselves: this is only faster.
  await rows('SELECT pg_notify($1, $2)', [workersChannel(Number(row['campaign'])), '']);
  const carriedOut = row['carried_out'] as string | null;
  return { carriedOut: carriedOut ?? undefined, before: row['control'] as Control };
}
