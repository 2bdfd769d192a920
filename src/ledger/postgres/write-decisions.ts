import type { JobRecord } from '../../job/job.ts';
import type { ControlRequested, Refused } from '../backend.ts';
import { afterChange, type Control, type Decided, type JobChange, refusedChange } from '../change.ts';
import { refusedMove } from '../move/refused-move.ts';
import type { Approval } from '../signed/approval.ts';
import { type DecisionGroup, groupsOf } from '../signed/decision-log.ts';
import { columnsOf, type JobToWrite, upsert, valuesOf } from './job-rows.ts';
import type { RunIds } from './run-reader.ts';
import { type Queries, textOf } from './session.ts';
import { checkDurability } from './tables.ts';
import { moveOf } from './take-lease.ts';
import { workersChannel } from './workers/channels.ts';
import { appendTo, nameOf, readJobs } from './write-changes.ts';

/** $1: the campaign, which nobody moves until this is written. What is written in a place that was left would be lost. */
const here = `here AS MATERIALIZED (
    SELECT id FROM callsheet.campaign WHERE id = $1 AND moved_to IS NULL AND moved_from IS NULL FOR SHARE)`;
/** The same, and its leader notices. */
const noticed = `here AS (
    UPDATE callsheet.campaign SET decisions = decisions + 1
    WHERE id = $1 AND moved_to IS NULL AND moved_from IS NULL RETURNING id)`;

/**
 * One statement, so that a process that is stopped in the middle holds no lock, which would keep the leader from writing. It writes all
 * jobs, or none where one is not as it was read.
 */
const decideTogether = `WITH ${noticed},
  same AS (
    SELECT job.key
    FROM here, unnest($2::int[], $3::text[], $4::callsheet.job_state[], $5::int[], $6::bigint[])
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
    const refused = await movedSince(queries, ids);
    if (refused !== undefined) return refused;
  }
}

/** Why nothing was written where a campaign was to be `here`. */
async function movedSince({ rows }: Queries, { campaign }: RunIds): Promise<Refused | undefined> {
  const [row] = await rows('SELECT moved_from, moved_to FROM callsheet.campaign WHERE id = $1', [campaign]);
  const refused = row && refusedMove(moveOf(row));
  return refused && { refused };
}

async function stepsOf({ rows }: Queries, run: number): Promise<ReadonlyMap<string, number>> {
  const steps = await rows('SELECT id, name FROM callsheet.step WHERE run = $1', [run]);
  return new Map(steps.map(({ id, name }) => [String(name), Number(id)]));
}

/** Records beside a leader what a person has signed. The leader notices a promotion by the number of decisions. */
export async function writeSigned(
  queries: Queries,
  ids: RunIds,
  column: 'approvals' | 'decided',
  signed: Approval | DecisionGroup,
): Promise<'recorded' | Refused | undefined> {
  await checkDurability(queries);
  const written = await queries.rows(
    `WITH ${column === 'decided' ? noticed : here} UPDATE callsheet.run SET ${appendTo(column, 3)} FROM here
     WHERE run.id = $2 RETURNING 1`,
    [ids.campaign, ids.run, JSON.stringify([signed])],
  );
  return written.length > 0 ? 'recorded' : movedSince(queries, ids);
}

export async function requestControl(
  queries: Queries,
  ids: RunIds,
  control: Control,
  signed: DecisionGroup | undefined,
): Promise<ControlRequested | Refused | undefined> {
  const { rows } = queries;
  const [row] = await rows(
    `WITH ${here}, before AS (
       SELECT run.id, run.control FROM here JOIN callsheet.run ON run.campaign = here.id AND run.id = $2 FOR UPDATE OF run)
     UPDATE callsheet.run SET control = $3${signed === undefined ? '' : `, ${appendTo('decided', 4)}`}
     FROM before, callsheet.campaign WHERE run.id = before.id AND campaign.id = $1
     RETURNING before.control, CASE WHEN campaign.lease_until > now() THEN campaign.leader_run END AS carried_out`,
    [ids.campaign, ids.run, control, ...(signed === undefined ? [] : [JSON.stringify([signed])])],
  );
  if (row === undefined) return movedSince(queries, ids);
  // Workers also look by themselves: this is only faster.
  await rows('SELECT pg_notify($1, $2)', [workersChannel(ids.campaign), '']);
  return { carriedOut: textOf(row['carried_out']), before: row['control'] as Control };
}
