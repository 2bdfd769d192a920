import { crc32 } from 'node:zlib';
import type { Database } from '../../../platform/sqlite.ts';
import { damaged } from '../../state-trouble.ts';
import { createKeyIndex, hashOfKey, highestPosition } from '../read/key-index.ts';
import { bytesOf, isText } from './bytes.ts';
import { emptyTally, type Tally } from './tally.ts';

/** What the rows of one step are. */
export interface VerifiedStep {
  readonly run: number;
  readonly step: number;
  readonly tally: Tally;
}

/** To fetch a million rows one by one takes seconds. */
const rowsAtOnce = 1_000;

/** Reads all rows, step by step. Throws `damaged` when one is not as it was written, or when a job has two. */
export function* verifyRows(database: Database): Generator<VerifiedStep> {
  const next = database.prepare('SELECT run, step FROM job WHERE (run, step) > (?, ?) ORDER BY run, step LIMIT 1');
  const verifyStep = stepVerifier(database);
  // A flipped bit may have made a number negative.
  let [run, step] = [Number.MIN_SAFE_INTEGER, 0];
  for (let found = next.get(run, step); found !== undefined; found = next.get(run, step)) {
    [run, step] = [Number(found['run']), Number(found['step'])];
    yield verifyStep(run, step);
  }
}

function stepVerifier(database: Database): (run: number, step: number) => VerifiedStep {
  const rowsAfter = database.prepare(
    // As bytes: libsql ends the process if a text is not UTF-8.
    `SELECT CAST(group_concat(position || char(10) || key || char(10) || record, char(10)) AS BLOB) AS texts, count(*) AS rows
     FROM (SELECT position, key, record FROM job WHERE run = ? AND step = ? AND position > ?
       ORDER BY position LIMIT ${rowsAtOnce})`,
  );
  const hasKey = database.prepare('SELECT 1 FROM job WHERE run = ? AND step = ? AND position = ? AND key = ?');

  return (run, step) => {
    const placeSum = crc32(`${run}\n${step}\n`);
    const index = createKeyIndex();
    const tally = [...emptyTally];
    for (let last = 0; ; ) {
      const { texts, rows } = rowsAfter.get(run, step, last)!;
      if (Number(rows) === 0) return { run, step, tally };
      if (!isText(texts)) throw asNotWritten();
      const lines = bytesOf(texts).toString().split('\n');
      if (lines.length !== 3 * Number(rows)) throw asNotWritten();
      for (let line = 0; line < lines.length; line += 3) {
        const [key, record] = [lines[line + 1]!, lines[line + 2]!];
        const sumAt = record.lastIndexOf(',') + 1;
        const sum = crc32(`${key}\n${record.slice(0, Math.max(0, sumAt - 1))}`, placeSum);
        if (record.slice(sumAt) !== `${sum}]`) throw asNotWritten();
        tally[Number(record[1])]!++;
        const hash = hashOfKey(key);
        if (index.find(hash, (position) => hasKey.get(run, step, position, key)) !== undefined)
          throw damaged('a job has two rows');
        last = Number(lines[line]);
        if (last > highestPosition) throw asNotWritten();
        index.add(hash, last);
      }
    }
  };
}

export function asNotWritten(): Error {
  return damaged('a row has changed since it was written');
}
