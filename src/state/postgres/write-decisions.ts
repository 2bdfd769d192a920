import type { JobRecord } from '../../job/job.ts';
import type { RunAbout } from '../backend.ts';
import { afterChange, type Control, type Decided, type JobChange, refusedChange } from '../change.ts';
import { type JobToWrite, upsert, valuesOf } from './job-rows.ts';
import type { Queries, Session } from './session.ts';
import { workersChannel } from './workers/channels.ts';
import { readJobs } from './write-changes.ts';

/** Records what a person decides, beside a leader: all of it or nothing. The leader notices by the number of decisions. */
export async function writeDecisions(session: Session, about: RunAbout, decisions: readonly Decided[]): Promise<void> {
  await session.transaction(async (queries) => {
    const [locked] = await queries.rows(
      'UPDATE callsheet.campaign SET decisions = decisions + 1 WHERE name = $1 RETURNING id',
      [about.campaign],
    );
    const run = locked && (await runOf(queries, Number(locked['id']), about.run));
    if (run === undefined) throw new Error(`there is no run ${about.run} of ${about.campaign}`);
    const records = new Map(await readJobs(queries, run, decisions));
    const steps = await stepsOf(queries, run);
    for (const to of decisions) {
      const change: JobChange = { kind: 'decide', to };
      const name = `${to.step}\n${to.key ?? ''}`;
      const job = afterChange(records.get(name), change);
      if (job === undefined) throw refusedChange(change);
      records.set(name, job);
    }
    const jobs = [...records.values()].map((job: JobRecord): JobToWrite => ({ step: steps.get(job.step) ?? 0, job }));
    await queries.rows(upsert(1), [run, ...valuesOf(jobs)]);
  });
}

async function runOf({ rows }: Queries, campaign: number, name: string): Promise<number | undefined> {
  const [row] = await rows('SELECT id FROM callsheet.run WHERE campaign = $1 AND name = $2', [campaign, name]);
  return row && Number(row['id']);
}

async function stepsOf({ rows }: Queries, run: number): Promise<ReadonlyMap<string, number>> {
  const steps = await rows('SELECT id, name FROM callsheet.step WHERE run = $1', [run]);
  return new Map(steps.map(({ id, name }) => [String(name), Number(id)]));
}

/** Undefined where there is no such run. */
export async function requestControl({ rows }: Queries, { campaign, run }: RunAbout, control: Control) {
  const [row] = await rows(
    `WITH before AS (
       SELECT run.id, campaign.id AS campaign, run.control, CASE WHEN campaign.lease_until > now() THEN campaign.leader_run END AS carried_out
       FROM callsheet.run JOIN callsheet.campaign ON campaign.id = run.campaign
       WHERE campaign.name = $1 AND run.name = $2 FOR UPDATE OF run)
     UPDATE callsheet.run SET control = $3 FROM before WHERE run.id = before.id
     RETURNING before.control, before.carried_out, before.campaign`,
    [campaign, run, control],
  );
  if (row === undefined) return undefined;
  // Workers also look by themselves: this is only faster.
  await rows('SELECT pg_notify($1, $2)', [workersChannel(Number(row['campaign'])), '']);
  const carriedOut = row['carried_out'] as string | null;
  return { carriedOut: carriedOut ?? undefined, before: row['control'] as Control };
}
