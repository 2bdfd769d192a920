import type { Database } from '../../platform/sqlite.ts';
import { claimedReader, clearIntents } from './intents.ts';
import { rowWriter } from './job-table.ts';

/**
 * The file is this runner's from now on. What the process before it, of whichever run, left `sending` is written down in the
 * jobs' own rows. In a transaction.
 */
export function takeOver(database: Database, runner: string): void {
  const writeRows = rowWriter(database);
  for (const { run, step, job } of claimedReader(database)()) writeRows(run, step, [[job.key ?? '', job]]);
  clearIntents(database);
  database.prepare('UPDATE head SET runner = ?').run(runner);
}
