import type { JobRecord } from '../../../job/job.ts';
import type { Database } from '../../../platform/sqlite.ts';
import { type JobCells, readRecord } from '../../job-rows.ts';
import { rowText } from './job-row.ts';
import { createKeyIndex, hashOfKey } from './key-index.ts';

/** A job's row, and where it is. */
export interface FoundRow {
  readonly position: number;
  readonly job: JobRecord;
}

/** Finds the rows of one step's jobs by their keys. */
export interface RowFinder {
  /** `step` is the name that the record gets. */
  find(step: string, key: string): FoundRow | undefined;
  /** Takes in a thousand of the rows that were written since it last looked; false where there are no more. */
  readPlaces(): boolean;
  /** Position of the row that this job will have: the next one. */
  append(key: string): number;
}

/** To fetch a million rows one by one takes seconds. */
const rowsAtOnce = 1_000;

/** For the steps of one run. A finder knows the rows that it has taken in. */
export function rowFinders(database: Database, run: number): (step: number) => RowFinder {
  const row = database.prepare(
    `SELECT '[' || ${rowText} || ']' AS cells FROM job WHERE run = ? AND step = ? AND position = ? AND key = ?`,
  );
  const keysAfter = database.prepare(
    `SELECT group_concat(position || ',' || json_quote(key)) AS list FROM (
       SELECT position, key FROM job WHERE run = ? AND step = ? AND position > ? ORDER BY position LIMIT ${rowsAtOnce})`,
  );
  return (step) => {
    const index = createKeyIndex();
    return {
      find: (name, key) =>
        index.find(hashOfKey(key), (position) => {
          const cells = row.get(run, step, position, key)?.['cells'];
          if (cells === undefined) return undefined;
          return { position, job: readRecord(name, JSON.parse(String(cells)) as JobCells) };
        }),
      readPlaces() {
        const list = keysAfter.get(run, step, index.last)?.['list'] ?? '';
        const pairs = JSON.parse(`[${String(list)}]`) as (number | string)[];
        for (let at = 0; at < pairs.length; at += 2) index.add(hashOfKey(String(pairs[at + 1])), Number(pairs[at]));
        return pairs.length === 2 * rowsAtOnce;
      },
      append(key) {
        const position = index.last + 1;
        index.add(hashOfKey(key), position);
        return position;
      },
    };
  };
}
