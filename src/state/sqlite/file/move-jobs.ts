import type { JobRecord } from '../../../job/job.ts';
import type { Database } from '../../../platform/sqlite.ts';
import { readJobRow } from '../read/job-row.ts';
import { rowWriter } from '../write/job-table.ts';

/** Rows that are moved with one statement. */
const rowsAtOnce = 1_000;

/**
 * Gives one run's records of a step to another step, which has its name from another run of the file, as far as that step has none for
 * the same recipient. A row's checksum covers its step, so each row is written again. No job may be `sending` then. In a transaction.
 */
export function moveJobs(database: Database, run: number, from: number, to: number): void {
  const next = database.prepare(
    `SELECT job.*, step.name AS step_name FROM job JOIN step ON step.id = ?3
     WHERE run = ?1 AND job.step = ?2 AND NOT EXISTS (SELECT 1 FROM job AS other WHERE other.run = ?1 AND other.step = ?3 AND other.key = job.key)
     LIMIT ${rowsAtOnce}`,
  );
  const remove = database.prepare(
    'DELETE FROM job WHERE run = ?1 AND step = ?2 AND key IN (SELECT value FROM json_each(?3))',
  );
  const write = rowWriter(database);
  for (;;) {
    const rows = next.all(run, from, to);
    if (rows.length === 0) return;
    const jobs = rows.map((row): readonly [string, JobRecord] => [String(row['key']), readJobRow(row)]);
    write(run, to, jobs);
    remove.run(run, from, JSON.stringify(jobs.map(([key]) => key)));
  }
}
