import type { Database } from '../../platform/sqlite.ts';
import { claimedReader } from './intents.ts';
import { createJobTable } from './job-table.ts';

/** What the last process of this file, of whichever run, left `sending` is written down in the jobs' own rows. In a transaction. */
export function takeOver(database: Database): void {
  const seq = Number(database.prepare('SELECT seq FROM head').get()?.['seq']);
  for (const { run, job } of claimedReader(database)()) createJobTable(database, run, true).put(job, seq);
  database.exec('DELETE FROM intent');
}
