import type { Database } from '../../../platform/sqlite.ts';
import { afterChange, type Decided, refusedChange } from '../../change.ts';
import { countDecision } from '../file/file-revision.ts';
import { createJobReader } from '../read/read-jobs.ts';
import { rowWriter } from './job-table.ts';

/** Writes operator decisions from a process that is not the runner, all of them or none, into the jobs' own rows. */
export function writeDecisions(database: Database, runId: number, decisions: readonly Decided[]): void {
  const stepId = database.prepare('SELECT id FROM step WHERE name = ?');
  const { job: read } = createJobReader({ database, runId, mayBeInFlight: () => true });
  const writeRows = rowWriter(database);
  database.transaction(() => {
    for (const to of decisions) {
      const change = { kind: 'decide', to } as const;
      const job = afterChange(read(to), change);
      if (job === undefined) throw refusedChange(change);
      writeRows(runId, Number(stepId.get(to.step)?.['id']), [[to.key ?? '', job]]);
      countDecision(database);
    }
  });
}
