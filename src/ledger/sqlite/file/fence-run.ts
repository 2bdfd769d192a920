import type { Database } from '../../../platform/sqlite.ts';
import { claimedReader, writeIntents } from '../read/intents.ts';
import { rowWriter } from '../write/row-writer.ts';

/**
 * The runs of a campaign belong to this runner from now on. Their jobs that the process before it left `sending` are written into
 * their own rows. In a transaction.
 */
export function fenceRun(database: Database, campaign: number, runner: string): void {
  const writeRows = rowWriter(database);
  const last = database.prepare('SELECT max(position) AS position FROM job WHERE run = ? AND step = ?');
  for (const { run, step, job, position, was } of claimedReader(database, campaign)()) {
    const place = position ?? Number(last.get(run, step)?.['position']) + 1;
    writeRows(run, [{ step, rows: [{ position: place, key: job.key ?? '', job, was }] }]);
  }
  writeIntents(database, campaign, []);
  database.prepare('UPDATE campaign SET runner = ? WHERE id = ?').run(runner, campaign);
}
