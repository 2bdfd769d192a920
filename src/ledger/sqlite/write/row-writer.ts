import type { JobRecord, JobState } from '../../../job/job.ts';
import type { Database } from '../../../platform/sql/sqlite.ts';
import { cellsOf, jobColumns } from '../../job-rows.ts';
import { tallyWriter } from '../file/tally.ts';
import { sumOf, textOf } from '../read/job-row.ts';

/** A job's row as it will be. */
export interface JobRow {
  readonly position: number;
  readonly job: JobRecord;
  /** What the row says now; undefined where it is new. */
  readonly was: JobState | undefined;
}

/** Rows of one step. */
export interface RowsOfStep {
  readonly step: number;
  readonly rows: readonly JobRow[];
}

/** Writes rows of one run and counts them. In a transaction. */
export type RowWriter = (run: number, steps: readonly RowsOfStep[]) => void;

const columns = ['run', 'step', 'position', ...jobColumns, 'sum'];

export function rowWriter(database: Database): RowWriter {
  const put = database.prepare(
    `INSERT INTO job (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
     ON CONFLICT (run, step, position) DO UPDATE SET ${columns
       .slice(3)
       .map((name) => `${name} = excluded.${name}`)
       .join(', ')}
     WHERE key = excluded.key`,
  );
  const count = tallyWriter(database);
  return (run, steps) => {
    for (const { step, rows } of steps) {
      for (const { position, job } of rows) {
        const cells = cellsOf(job);
        const { changes } = put.run(run, step, position, ...cells, sumOf({ run, step }, textOf(cells)));
        if (changes !== 1) throw new Error(`run ${run} has a row of another job in the place of one`);
      }
    }
    count(steps.map(({ step, rows }) => ({ step, rows: rows.map(({ was, job }) => ({ was, is: job.state })) })));
  };
}
