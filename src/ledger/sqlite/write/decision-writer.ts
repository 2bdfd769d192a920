import type { Database } from '../../../platform/sql/sqlite.ts';
import type { Refused } from '../../backend.ts';
import { afterChange, type Decided, refusedChange } from '../../change.ts';
import { refusedMove } from '../../move/refused-move.ts';
import { groupsOf } from '../../signed/decision-log.ts';
import { countDecisions, type RunIds, readMove } from '../file/campaign-rows.ts';
import { createJobReader } from '../read/read-jobs.ts';
import { rowWriter } from './row-writer.ts';
import { runWriter } from './run-table.ts';

/** Writes operator decisions from a process that is not the runner, all of them or none, into the jobs' own rows. */
export function writeDecisions(database: Database, ids: RunIds, decisions: readonly Decided[]): Refused | undefined {
  const { campaignId, runId } = ids;
  const stepId = database.prepare('SELECT id FROM step WHERE name = ? AND campaign = ?');
  const { rowOf } = createJobReader({ database, ...ids });
  const writeRows = rowWriter(database);
  const writeRun = runWriter(database, ids);
  // To find rows takes long the first time, and a process that sends must not wait for it.
  for (const to of decisions) rowOf(to);
  return database.transaction(() => {
    const refused = refusedMove(readMove(database, campaignId));
    if (refused !== undefined) return { refused };
    for (const to of decisions) {
      const change = { kind: 'decide', to } as const;
      const { position, job: before } = rowOf(to) ?? {};
      const job = afterChange(before, change);
      if (job === undefined || before === undefined || position === undefined) throw refusedChange(change);
      const row = { position, job, was: before.state };
      writeRows(runId, [{ step: Number(stepId.get(to.step, campaignId)?.['id']), rows: [row] }]);
    }
    countDecisions(database, campaignId, decisions.length);
    for (const group of groupsOf(decisions)) writeRun({ kind: 'decided', group });
    return undefined;
  });
}
