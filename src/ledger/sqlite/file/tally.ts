import { type JobState, jobStates } from '../../../job/job.ts';
import type { Database, SqlValue } from '../../../platform/sql/sqlite.ts';
import { damaged } from '../../state-trouble.ts';

/** How many rows of a step are in each state, in the order of `jobStates`. */
export type Tally = readonly number[];

/** Its text in the file is a list, as JSON. A step that has none in the file has no rows. */
export function readTally(text: SqlValue | undefined): Tally {
  const tally = text === undefined ? emptyTally : (JSON.parse(String(text)) as Tally);
  return emptyTally.map((none, state) => tally[state] ?? none);
}

export function miscounted(): Error {
  return damaged('its rows are not as many as were written');
}

export const emptyTally: Tally = jobStates.map(() => 0);

/** Rows of one step that changed their state; `was` is undefined for a new row, `is` for one that is taken away. */
export interface StepChanges {
  readonly step: number;
  readonly rows: readonly { readonly was: JobState | undefined; readonly is: JobState | undefined }[];
}

/** Counts rows of one run that changed their state; in the transaction that writes them. */
export function tallyWriter(database: Database): (run: number, steps: readonly StepChanges[]) => void {
  // All of a group at once, as in row-writer.ts.
  const select = database.prepare(
    `SELECT json_group_object(CAST(step AS TEXT), counts) AS tallies FROM tally
     WHERE run = ?1 AND step IN (SELECT value FROM json_each(?2))`,
  );
  const put = database.prepare(
    'INSERT OR REPLACE INTO tally (run, step, counts) SELECT ?1, CAST(key AS INTEGER), value FROM json_each(?2)',
  );
  return (run, steps) => {
    const changed = steps.filter(({ rows }) => rows.length > 0);
    if (changed.length === 0) return;
    const found = String(select.get(run, JSON.stringify(changed.map(({ step }) => step)))?.['tallies']);
    const before = JSON.parse(found) as Readonly<Record<string, string>>;
    const after = changed.map(({ step, rows }) => {
      const tally = [...readTally(before[step])];
      for (const { was, is } of rows) {
        if (was !== undefined) tally[jobStates.indexOf(was)]!--;
        if (is !== undefined) tally[jobStates.indexOf(is)]!++;
      }
      return [step, JSON.stringify(tally)] as const;
    });
    put.run(run, JSON.stringify(Object.fromEntries(after)));
  };
}
