import { crc32 } from 'node:zlib';
import type { Database, Row, SqlValue } from '../../../platform/sqlite.ts';
import { damaged } from '../../state-trouble.ts';
import { bytesOf } from '../file/bytes.ts';
import type { RowRecord } from './job-row.ts';

/**
 * Reads few rows of a run from a file whose rows nobody has verified: each that it returns is as it was written, and it throws `damaged`
 * for one that is not. A row that should be among them and is not is missed: the caller compares their number with the counts.
 */
export interface SoundRows {
  /** Of one step, whose jobs are in one state; of those that were tried, the first ones, where a number is given. */
  inState(step: number, state: number, triedAtMost?: number): readonly SoundRow[];
  /** Of one recipient, and of steps that run once. No key is sorted: it reads all rows of the run. */
  ofKey(key: string): readonly (readonly [step: number, ...SoundRow])[];
}

type SoundRow = readonly [key: string, record: RowRecord];

export function soundRows(database: Database, run: number): SoundRows {
  // As bytes: libsql ends the process if a text is not UTF-8.
  const columns = `step, CAST(key AS BLOB) AS key, CAST(record AS BLOB) AS record,
    typeof(key) = 'text' AND typeof(record) = 'text' AS are_texts`;
  const select = database.prepare(
    `SELECT ${columns} FROM job
     WHERE run = ?1 AND step = ?2 AND state = ?3 AND (?4 < 0 OR at IS NOT NULL) ORDER BY position LIMIT ?4`,
  );
  const selectOfKey = database.prepare(
    `SELECT ${columns} FROM job WHERE run = ? AND key IN ('', ?) ORDER BY step, position`,
  );
  const soundRow = (row: Row): SoundRow => {
    const [key, record] = [textOf(row['key']), textOf(row['record'])];
    const body = record.slice(0, record.lastIndexOf(','));
    const whole = `${body},${crc32(`${run}\n${Number(row['step'])}\n${key}\n${body}`)}]`;
    if (Number(row['are_texts']) !== 1 || whole !== record) {
      throw damaged('a row has changed since it was written');
    }
    return [key, JSON.parse(record) as RowRecord];
  };
  return {
    inState: (step, state, triedAtMost = -1) => select.all(run, step, state, triedAtMost).map(soundRow),
    ofKey: (key) => selectOfKey.all(run, key).map((row) => [Number(row['step']), ...soundRow(row)]),
  };
}

/** Bytes that are not UTF-8 sum up to something else. */
function textOf(value: SqlValue | undefined): string {
  return bytesOf(value).toString();
}
