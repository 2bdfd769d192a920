import type { Database } from '../../../platform/sqlite.ts';
import { tallyWriter } from '../file/tally.ts';
import { readJobRow } from '../read/job-row.ts';
import type { RowFinder } from '../read/row-finder.ts';
import { rowWriter } from './row-writer.ts';

/** Rows that are moved with one statement. */
const rowsAtOnce = 1_000;

/**
 * Gives one run's records of a step to another step, which has its name from another run of the file, as far as that step has none for
 * the same recipient. A row's checksum covers its step, so each row is written again. No job may be `sending` then. In a transaction.
 */
export function moveJobs(input: {
  readonly database: Database;
  readonly run: number;
  readonly from: number;
  readonly to: number;
  /** Of the step that gets the records. */
  readonly finder: RowFinder;
  /** Whether this job of it is `sending`, and may have no row yet. */
  readonly isClaimed: (key: string) => boolean;
}): void {
  const { database, run, from, to, finder, isClaimed } = input;
  const next = database.prepare(
    `SELECT job.*, step.name AS step_name FROM job JOIN step ON step.id = ?3
     WHERE run = ?1 AND job.step = ?2 AND position > ?4 ORDER BY position LIMIT ${rowsAtOnce}`,
  );
  const remove = database.prepare(
    'DELETE FROM job WHERE run = ?1 AND step = ?2 AND position IN (SELECT value FROM json_each(?3))',
  );
  const write = rowWriter(database);
  const count = tallyWriter(database);
  for (let rows = next.all(run, from, to, 0); rows.length > 0; ) {
    const moved = rows.flatMap((row) => {
      const key = String(row['key']);
      const job = readJobRow(row);
      if (isClaimed(key) || finder.find(job.step, key) !== undefined) return [];
      return { left: Number(row['position']), position: finder.append(key), key, job, was: undefined };
    });
    write(run, [{ step: to, rows: moved }]);
    remove.run(run, from, JSON.stringify(moved.map(({ left }) => left)));
    count(run, [{ step: from, rows: moved.map(({ job }) => ({ was: job.state, is: undefined })) }]);
    rows = next.all(run, from, to, Number(rows.at(-1)?.['position']));
  }
}
