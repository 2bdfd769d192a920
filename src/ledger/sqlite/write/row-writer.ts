import type { JobRecord, JobState } from '../../../job/job.ts';
import type { Database } from '../../../platform/sqlite.ts';
import { tallyWriter } from '../file/tally.ts';
import { recordText } from '../read/job-row.ts';

/** A job's row as it will be. */
export interface JobRow {
  readonly position: number;
  readonly key: string;
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

export function rowWriter(database: Database): RowWriter {
  // All rows of a group at once: binding each value takes longer than writing it, and a group may have rows of as many steps as jobs.
  const put = database.prepare(
    `INSERT INTO job (run, step, position, key, record)
     SELECT ?1, CAST(key AS INTEGER), CAST(substr(key, instr(key, ' ') + 1) AS INTEGER), value ->> 0, value ->> 1
     FROM json_each(?2) WHERE true
     ON CONFLICT (run, step, position) DO UPDATE SET record = excluded.record WHERE key = excluded.key`,
  );
  const count = tallyWriter(database);
  return (run, steps) => {
    const entries = steps.flatMap(({ step, rows }) =>
      rows.map(
        ({ position, key, job }) =>
          `"${step} ${position}":[${JSON.stringify(key)},${recordText({ run, step, key }, job)}]`,
      ),
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
