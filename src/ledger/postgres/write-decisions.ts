import type { JobRecord } from '../../job/job.ts';
import type { Refused } from '../backend.ts';
import { afterChange, type Decided, type JobChange, refusedChange } from '../change.ts';
import type { RunIds } from '../run-rows.ts';
import { groupsOf } from '../signed/decision-log.ts';
import { inStore } from '../sql.ts';
import { whyNotHere, writeGroups } from '../write-run.ts';
import { type JobToWrite, upsert, valuesOf } from './job-rows.ts';
import type { Scans } from './session.ts';
import { nameOf, readJobs } from './write-changes.ts';

/**
 * Records what a person decides, beside a leader: all of it or nothing. In a transaction, which keeps the leader from writing: it notices by
 * the number of decisions.
 */
export async function writeDecisions(
  queries: Scans,
  ids: RunIds,
  decisions: readonly Decided[],
): Promise<Refused | undefined> {
  const refused = await inStore(queries, whyNotHere(ids));
  if (refused !== undefined) return { refused };
  const steps = await queries.rows('SELECT id, name FROM callsheet.step WHERE run = $1', [ids.run]);
  const idOf = ({ step }: JobRecord): number => Number(steps.find(({ name }) => name === step)?.['id']);
  const jobs = new Map(await readJobs(queries, ids.run, decisions, 'FOR UPDATE OF job'));
  for (const to of decisions) {
    const change: JobChange = { kind: 'decide', to };
    const job = afterChange(jobs.get(nameOf(to)), change);
    if (job === undefined) throw refusedChange(change);
    jobs.set(nameOf(to), job);
  }
  const toWrite = [...jobs.values()].map((job): JobToWrite => ({ step: idOf(job), job }));
  await queries.rows(upsert(1), [ids.run, ...valuesOf(toWrite)]);
  await inStore(queries, writeGroups(ids, groupsOf(decisions)));
  return undefined;
}
