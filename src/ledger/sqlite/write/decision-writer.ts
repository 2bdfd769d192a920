import type { Database } from '../../../platform/sql/sqlite.ts';
import type { Refused } from '../../backend.ts';
import { afterChange, type Decided, refusedChange } from '../../change.ts';
import type { RunIds } from '../../run-rows.ts';
import { groupsOf } from '../../signed.ts';
import { inFile } from '../../sql.ts';
import { whyNotHere, writeGroups } from '../../write-run.ts';
import { rowWriter } from '../job-row.ts';
import { createJobReader } from '../sqlite-reader.ts';

/** Writes operator decisions from a process that is not the runner, all of them or none, into the jobs' own rows. */
export function writeDecisions(database: Database, ids: RunIds, decisions: readonly Decided[]): Refused | undefined {
  const stepId = database.prepare('SELECT id FROM step WHERE name = ? AND run = ?');
  const { rowOf } = createJobReader({ database, ids });
  const writeRows = rowWriter(database);
  // To find rows takes long the first time, and a process that sends must not wait for it.
  for (const to of decisions) rowOf(to);
  return database.transaction(() => {
    const refused = inFile(database, whyNotHere(ids));
    if (refused !== undefined) return { refused };
    for (const to of decisions) {
      const change = { kind: 'decide', to } as const;
      const { position, job: before } = rowOf(to) ?? {};
      const job = afterChange(before, change);
      if (job === undefined || before === undefined || position === undefined) throw refusedChange(change);
      const row = { position, job, was: before.state };
      writeRows(ids.run, [{ step: Number(stepId.get(to.step, ids.run)?.['id']), rows: [row] }]);
    }
    inFile(database, writeGroups(ids, groupsOf(decisions)));
    return undefined;
  });
}
