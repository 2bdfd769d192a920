import type { JobId } from '../../../job/address.ts';
import type { JobRecord } from '../../../job/job.ts';
import type { Database } from '../../../platform/sql/sqlite.ts';
import { readRecord } from '../../job-rows.ts';
import { checked, parseRows, positionIn, rowsText, type StoredCells, storedText } from '../job-row.ts';
import { createKeyIndex, hashOfKey } from './key-index.ts';

/** A job's row, and where it is. */
export interface FoundRow {
  readonly position: number;
  readonly job: JobRecord;
  readonly cells: StoredCells;
}

/** Finds the rows of one step's jobs by their keys. */
export interface RowFinder {
  /** By their keys; `step` is the name that the records get. */
  find(step: string, keys: readonly string[]): ReadonlyMap<string, FoundRow>;
  /** Takes in a thousand of the rows that were written since it last looked; false where there are no more. */
  readPlaces(): boolean;
  /** Position of the row that this job will have: the next one. */
  append(key: string): number;
}

/** To fetch a million rows one by one takes seconds. */
const rowsAtOnce = 1_000;

/** For the steps of one run. A finder knows the rows that it has taken in. */
export function rowFinders(database: Database, run: number): (step: number) => RowFinder {
  const rowsAt = database.prepare(
    `SELECT ${rowsText(storedText)} AS list FROM job
     WHERE run = ? AND step = ? AND position IN (SELECT value FROM json_each(?))`,
  );
  const keysAfter = database.prepare(
    `SELECT group_concat(position || ',' || json_quote(key)) AS list FROM (
       SELECT position, key FROM job WHERE run = ? AND step = ? AND position > ? ORDER BY position LIMIT ${rowsAtOnce})`,
  );
  return (step) => {
    const index = createKeyIndex();
    return {
      find(name, keys) {
        const found = new Map<string, FoundRow>();
        const positions = keys.flatMap((key) => index.find(hashOfKey(key)));
        if (positions.length === 0) return found;
        const asked = new Set(keys);
        const list = rowsAt.get(run, step, JSON.stringify(positions))?.['list'];
        // Another key may have the same hash.
        for (const cells of parseRows(list) as readonly StoredCells[])
          if (asked.has(cells[0]))
            found.set(cells[0], { position: positionIn(cells), job: readRecord(name, cells), cells });
        return found;
      },
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

/**
 * Finds the row of a job by the name of its step: as far as it has to, it reads where the rows of that step are. Throws `damaged` where the
 * row is not as it was written, as nobody may have verified it.
 */
export function rowLookup(
  database: Database,
  run: number,
): (id: JobId) => (FoundRow & { readonly step: number }) | undefined {
  const finderOf = rowFinders(database, run);
  const finders = new Map<number, RowFinder>();
  const selectStep = database.prepare('SELECT id FROM step WHERE name = ? AND run = ?');
  return ({ step: name, key = '' }) => {
    const step = Number(selectStep.get(name, run)?.['id'] ?? 0);
    const finder = finders.get(step) ?? finderOf(step);
    finders.set(step, finder);
    const find = (): FoundRow | undefined => finder.find(name, [key]).get(key);
    let found = find();
    for (let mayBeMore = true; found === undefined && mayBeMore; found = find()) mayBeMore = finder.readPlaces();
    if (found !== undefined) checked({ run, step }, found.cells);
    return found && { ...found, step };
  };
}
