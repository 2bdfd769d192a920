import { crc32 } from 'node:zlib';
import type { Database, Row } from '../../../platform/sqlite.ts';
import { damaged } from '../../state-trouble.ts';
import { createKeyIndex, hashOfKey, highestPosition, type KeyIndexData } from '../read/key-index.ts';
import { bytesOf, isText } from './bytes.ts';
import { emptyTally, type Tally } from './tally.ts';

/** What the rows of one step are. */
export interface VerifiedStep {
  readonly run: number;
  readonly step: number;
  readonly tally: Tally;
  readonly index: KeyIndexData;
  hasRow(key: string): boolean;
}

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

/** Of these positions rows are fetched at once: to fetch them one by one would take longer than to sum them up. */
const positionsAtOnce = 1_000;

function stepVerifier(database: Database): (run: number, step: number) => VerifiedStep {
  const here = `FROM job WHERE run = ?1 AND step = ?2 AND position > ?3 AND position <= ?3 + ${positionsAtOnce}`;
  const rows = database.prepare(
    // As bytes: libsql ends the process if a text is not UTF-8.
    // The keys are between the records, as to put each row together first would take half as long again; the first has none before it.
    `SELECT CAST((SELECT key ${here} ORDER BY position LIMIT 1) AS BLOB) AS key,
       CAST(group_concat(record, char(10) || key || char(10)) AS BLOB) AS texts, count(*) AS rows,
       sum(position - CAST(?3 AS INTEGER)) AS steps
     ${here}`,
  );
  const positions = database.prepare(`SELECT json_group_array(position) AS list FROM (SELECT position ${here})`);
  const nextRow = database.prepare(
    'SELECT position FROM job WHERE run = ? AND step = ? AND position > ? ORDER BY position LIMIT 1',
  );
  const hasKey = database.prepare('SELECT 1 FROM job WHERE run = ? AND step = ? AND position = ? AND key = ?');
  /** Without a list, where there is no gap between them: then the sum is as small as it can be. */
  const positionsAfter = (run: number, step: number, last: number, some: Row): ((row: number) => number) => {
    const count = Number(some['rows']);
    if (Number(some['steps']) === (count * (count + 1)) / 2) return (row) => last + 1 + row;
    const list = JSON.parse(String(positions.get(run, step, last)?.['list'])) as number[];
    return (row) => list[row]!;
  };
  /** Up to which position there are no further rows after this one; undefined where there are none at all. */
  const beforeNext = (run: number, step: number, last: number): number | undefined => {
    const found = nextRow.get(run, step, last);
    if (found === undefined) return undefined;
    if (Number(found['position']) > highestPosition) throw asNotWritten();
    return Number(found['position']) - 1;
  };

  return (run, step) => {
    const placeSum = crc32(`${run}\n${step}\n`);
    const index = createKeyIndex();
    const find = (key: string): number | undefined =>
      index.find(hashOfKey(key), (at) => (hasKey.get(run, step, at, key) === undefined ? undefined : at));
    const tally = [...emptyTally];
    for (let last = beforeNext(run, step, 0); last !== undefined; ) {
      const some = rows.get(run, step, last)!;
      const count = Number(some['rows']);
      if (count === 0) {
        last = beforeNext(run, step, last);
        continue;
      }
      if (!isText(some['texts']) || !isText(some['key'])) throw asNotWritten();
      const lines = `${bytesOf(some['key']).toString()}\n${bytesOf(some['texts']).toString()}`.split('\n');
      if (lines.length !== 2 * count) throw asNotWritten();
      const positionOf = positionsAfter(run, step, last, some);
      for (let row = 0; row < count; row++) {
        const [key, record] = [lines[2 * row]!, lines[2 * row + 1]!];
        const sumAt = record.lastIndexOf(',') + 1;
        const sum = crc32(`${key}\n${record.slice(0, Math.max(0, sumAt - 1))}`, placeSum);
        if (record.slice(sumAt) !== `${sum}]`) throw asNotWritten();
        tally[Number(record[1])]!++;
        const hash = hashOfKey(key);
        // Hardly ever: then the rows are compared.
        const isHashKnown = index.find(hash, itself) !== undefined;
        if (isHashKnown && find(key) !== undefined) throw damaged('a job has two rows');
        const position = positionOf(row);
        if (position > highestPosition) throw asNotWritten();
        index.add(hash, position);
      }
      last += positionsAtOnce;
    }
    return { run, step, tally, index: index.data(), hasRow: (key) => find(key) !== undefined };
  };
}

const itself = (position: number): number => position;

export function asNotWritten(): Error {
  return damaged('a row has changed since it was written');
}
