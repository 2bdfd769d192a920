import { crc32 } from 'node:zlib';
import type { Database, SqlValue } from '../../../platform/sqlite.ts';
import { damaged } from '../../state-trouble.ts';
import { bytesOf } from '../file/bytes.ts';
import type { RowRecord } from './job-row.ts';

/** The rows of one step whose jobs are in one state; of those that were tried, the first ones, where a number is given. */
export type SoundRows = (
  step: number,
  state: number,
  triedAtMost?: number,
) => readonly (readonly [key: string, record: RowRecord])[];

/**
 * Reads few rows of a run from a file whose rows nobody has verified: each that it returns is as it was written, and it throws `damaged`
 * for one that is not. A row that should be among them and is not is missed: the caller compares their number with the counts.
 */
export function soundRows(database: Database, run: number): SoundRows {
  // As bytes: libsql ends the process if a text is not UTF-8.
  const select = database.prepare(
    `SELECT CAST(key AS BLOB) AS key, CAST(record AS BLOB) AS record,
       typeof(key) = 'text' AND typeof(record) = 'text' AS are_texts FROM job
     WHERE run = ?1 AND step = ?2 AND state = ?3 AND (?4 < 0 OR at IS NOT NULL) ORDER BY position LIMIT ?4`,
  );
  return (step, state, triedAtMost = -1) =>
    select.all(run, step, state, triedAtMost).map((row) => {
      const [key, record] = [textOf(row['key']), textOf(row['record'])];
      const body = record.slice(0, record.lastIndexOf(','));
      const whole = `${body},${crc32(`${run}\n${step}\n${key}\n${body}`)}]`;
      if (Number(row['are_texts']) !== 1 || whole !== record) {
        throw damaged('a row has changed since it was written');
      }
      return [key, JSON.parse(record) as RowRecord];
    });
}

/** Bytes that are not UTF-8 sum up to something else. */
function textOf(value: SqlValue | undefined): string {
  return bytesOf(value).toString();
}
