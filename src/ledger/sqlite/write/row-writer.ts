import type { JobRecord, JobState } from '../../../job/job.ts';
import type { Database } from '../../../platform/sqlite.ts';
import { jobColumns } from '../../job-rows.ts';
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

const columns = [...jobColumns, 'sum'];

export function rowWriter(database: Database): RowWriter {
  // All rows of a group at once: binding each value takes longer than writing it, and a group may have rows of as many steps as jobs.
  const put = database.prepare(
    `INSERT INTO job (run, step, position, ${columns.join(', ')})
     SELECT ?1, CAST(key AS INTEGER), CAST(substr(key, instr(key, ' ') + 1) AS INTEGER), ${columns.map((_, at) => `value ->> ${at}`).join(', ')}
     FROM json_each(?2) WHERE true
     ON CONFLICT (run, step, position) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}
     WHERE key = excluded.key`,
  );
  const count = tallyWriter(database);
  return (run, steps) => {
    const entries = steps.flatMap(({ step, rows }) =>
      rows.map(({ position, job }) => {
        const text = textOf(job);
        return `"${step} ${position}":[${text},${sumOf({ run, step }, text)}]`;
      }),
    );
    if (entries.length === 0) return;
    const { changes } = put.run(run, `{${entries.join()}}`);
    if (changes !== entries.length) throw new Error(`run ${run} has a row of another job in the place of one`);
    count(
      run,
      steps.map(({ step, rows }) => ({ step, rows: rows.map(({ was, job }) => ({ was, is: job.state })) })),
    );
  };
}
