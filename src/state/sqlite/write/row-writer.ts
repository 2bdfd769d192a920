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

/** Writes rows of one step and counts them. In a transaction. */
export type RowWriter = (run: number, step: number, rows: readonly JobRow[]) => void;

export function rowWriter(database: Database): RowWriter {
  // All rows of a group at once: binding each value takes longer than writing it.
  const put = database.prepare(
    `INSERT INTO job (run, step, position, key, record)
     SELECT ?1, ?2, CAST(key AS INTEGER), value ->> 0, value ->> 1 FROM json_each(?3) WHERE true
     ON CONFLICT (run, step, position) DO UPDATE SET record = excluded.record WHERE key = excluded.key`,
  );
  const count = tallyWriter(database);
  return (run, step, rows) => {
    if (rows.length === 0) return;
    const entries = rows.map(
      ({ position, key, job }) => `"${position}":[${JSON.stringify(key)},${recordText({ run, step, key }, job)}]`,
    );
    const { changes } = put.run(run, step, `{${entries.join()}}`);
    if (changes !== rows.length)
      throw new Error(`step ${step} of run ${run} has a row of another job in the place of one`);
    count(
      { run, step },
      rows.map(({ was, job }) => ({ was, is: job.state })),
    );
  };
}
