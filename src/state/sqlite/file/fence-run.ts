import type { Database } from '../../../platform/sqlite.ts';
import { claimedReader, clearIntents } from '../read/intents.ts';
import { rowWriter } from '../write/row-writer.ts';

/**
 * The file belongs to this runner from now on. Jobs of any run that the process before it left `sending` are written into their own
 * rows. In a transaction.
 */
export function fenceRun(database: Database, runner: string): void {
  const writeRows = rowWriter(database);
  const last = database.prepare('SELECT max(position) AS position FROM job WHERE run = ? AND step = ?');
  for (const { run, step, job, position, was } of claimedReader(database)()) {
    const place = position ?? Number(last.get(run, step)?.['position']) + 1;
    writeRows(run, [{ step, rows: [{ position: place, key: job.key ?? '', job, was }] }]);
  }
  clearIntents(database);
  database.prepare('UPDATE head SET runner = ?').run(runner);
}
