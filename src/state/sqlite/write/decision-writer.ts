import type { JobId } from '../../../job/address.ts';
import type { JobRecord } from '../../../job/job.ts';
import type { Database } from '../../../platform/sqlite.ts';
import { afterChange, refusedChange } from '../../change.ts';
import { countDecision } from '../file/file-revision.ts';
import type { CommitGroup } from './commit-group.ts';
import { rowWriter } from './job-table.ts';

/** A person's word on a job, from a process that is not the runner: durable at once, in the job's own row. */
export function decisionWriter(
  database: Database,
  run: number,
  read: (id: JobId) => JobRecord | undefined,
): CommitGroup {
  const stepId = database.prepare('SELECT id FROM step WHERE name = ?');
  const writeRows = rowWriter(database);
  return {
    async add(change) {
      database.transaction(() => {
        const { step, key = '' } = change.to;
        const job = change.kind === 'decide' ? afterChange(read(change.to), change) : undefined;
        if (job === undefined) throw refusedChange(change);
        const id = Number(stepId.get(step)?.['id']);
        writeRows(run, id, [[key, job]]);
        countDecision(database);
      });
    },
    close: async () => {},
  };
}
