import { type JobState, jobStates } from '../../../job/job.ts';
import type { Database, SqlValue } from '../../../platform/sql/sqlite.ts';
import { damaged } from '../../state-trouble.ts';

/** How many rows of a step are in each state, in the order of `jobStates`. */
export type Tally = readonly number[];

/** Its text in the file is a list, as JSON. A step that is not in the file has no rows. */
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

/** Counts rows that changed their state; in the transaction that writes them. */
export function tallyWriter(database: Database): (steps: readonly StepChanges[]) => void {
  const select = database.prepare('SELECT counts FROM step WHERE id = ?');
  const put = database.prepare('UPDATE step SET counts = ? WHERE id = ?');
  return (steps) => {
    for (const { step, rows } of steps) {
      if (rows.length === 0) continue;
      const tally = [...readTally(select.get(step)?.['counts'])];
      for (const { was, is } of rows) {
        if (was !== undefined) tally[jobStates.indexOf(was)]!--;
        if (is !== undefined) tally[jobStates.indexOf(is)]!++;
      }
      put.run(JSON.stringify(tally), step);
    }
  };
}
