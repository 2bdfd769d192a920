import type { Database } from '../../../platform/sqlite.ts';
import { type Claimed, claimedReader, clearIntents } from '../read/intents.ts';
import { rowWriter } from '../write/job-table.ts';

/**
 * The file belongs to this runner from now on. Jobs of any run that the process before it left `sending` are written into their own
 * rows, and returned. In a transaction.
 */
export function fenceRun(database: Database, runner: string): readonly Claimed[] {
  const writeRows = rowWriter(database);
  const claimed = claimedReader(database)();
  for (const { run, step, job } of claimed) writeRows(run, step, [[job.key ?? '', job]]);
  clearIntents(database);
  database.prepare('UPDATE head SET runner = ?').run(runner);
  return claimed;
}
