import type { Database } from '../../platform/sqlite.ts';
import { claimedReader, clearIntents } from './intents.ts';
import { putRows, recordsText } from './job-row.ts';

/**
 * The file is this runner's from now on. What the process before it, of whichever run, left `sending` is written down in the
 * jobs' own rows. In a transaction.
 */
export function takeOver(database: Database, runner: string): void {
  const put = database.prepare(putRows);
  for (const { run, step, job } of claimedReader(database)()) {
    put.run(run, step, recordsText(run, step, [[job.key ?? '', job]]));
  }
  clearIntents(database);
  database.prepare('UPDATE head SET runner = ?').run(runner);
}
