import { crc32 } from 'node:zlib';
import type { Database, Row } from '../../../platform/sqlite.ts';
import { damaged } from '../../state-trouble.ts';
import {
  createKeyIndex,
  hashedFurther,
  hashOfKey,
  highestPosition,
  type KeyIndexData,
  mixed,
  offsetBasis,
} from '../read/key-index.ts';
import type { RowCollector } from '../read/step-rows.ts';
import { bytesOf, isText } from './bytes.ts';
import { crc32Between } from './crc32.ts';
import { emptyTally, type Tally } from './tally.ts';

/** What a verification hands on of the rows that it reads. */
export interface RowConsumer {
  /** Called for every step before its rows; undefined if they are not needed. */
  collector(run: number, step: number): RowCollector | undefined;
  /** Called after them. */
  indexed(run: number, step: number, index: KeyIndexData): void;
}

/** What the rows of one step are. */
export interface VerifiedStep {
  readonly run: number;
  readonly step: number;
  readonly tally: Tally;
  hasRow(key: string): boolean;
}

/** Reads all rows, step by step. Throws `damaged` when one is not as it was written, or when a job has two. */
export function* verifyRows(database: Database, consumer?: RowConsumer): Generator<VerifiedStep> {
  const next = database.prepare(
    'SELECT run, step, typeof(run) || typeof(step) AS types FROM job WHERE (run, step) > (?, ?) ORDER BY run, step LIMIT 1',
  );
  const verifyStep = stepVerifier(database);
  // A flipped bit may have made a number negative.
  let [run, step] = [Number.MIN_SAFE_INTEGER, 0];
  for (let found = next.get(run, step); found !== undefined; found = next.get(run, step)) {
    if (found['types'] !== 'integerinteger') throw asNotWritten();
    [run, step] = [Number(found['run']), Number(found['step'])];
    yield verifyStep(run, step, consumer);
  }
}

/** Of these positions rows are fetched at once: to fetch them one by one would take longer than to sum them up. */
const positionsAtOnce = 1_000;

const [lineFeed, comma, digit0, digit9, bracket] = [0x0a, 0x2c, 0x30, 0x39, 0x5d];

function stepVerifier(database: Database) {
  const here = `FROM job WHERE run = ?1 AND step = ?2 AND position > ?3 AND position <= ?3 + ${positionsAtOnce}`;
  const rows = database.prepare(
    // As bytes: libsql ends the process if a text is not UTF-8. What is of another type sums up to the same, and is found by nobody: a
    // text is never before '' and always before a BLOB, and a number that is not an integer would make the sum such a number.
    // The keys are between the records, as to put each row together first would take half as long again; the first has none before it.
    `SELECT CAST((SELECT key ${here} ORDER BY position LIMIT 1) AS BLOB) AS key,
       CAST(group_concat(record, char(10) || key || char(10)) AS BLOB) AS texts, count(*) AS rows,
       sum(key >= '' AND key < x'' AND record >= '' AND record < x'') = count(*)
         AND typeof(sum(position - CAST(?3 AS INTEGER))) = 'integer' AS types,
       sum(position - CAST(?3 AS INTEGER)) AS steps
     ${here}`,
  );
  const positions = database.prepare(`SELECT json_group_array(position) AS list FROM (SELECT position ${here})`);
  const nextRow = database.prepare(
    'SELECT position, typeof(position) AS type FROM job WHERE run = ? AND step = ? AND position > ? ORDER BY position LIMIT 1',
  );
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
    if (found['type'] !== 'integer' || Number(found['position']) > highestPosition) throw asNotWritten();
    return Number(found['position']) - 1;
  };
  const hasKey = database.prepare('SELECT 1 FROM job WHERE run = ? AND step = ? AND position = ? AND key = ?');

  let room = Buffer.alloc(0);
  /** In one place for all rows: a million of them would be as much garbage. */
  const joined = (key: Uint8Array, texts: Uint8Array): Buffer => {
    const length = key.length + 1 + texts.length;
    if (length > room.length) room = Buffer.allocUnsafeSlow(2 * length);
    room.set(key);
    room[key.length] = lineFeed;
    room.set(texts, key.length + 1);
    return room.subarray(0, length);
  };

  return (run: number, step: number, consumer: RowConsumer | undefined): VerifiedStep => {
    const collector = consumer?.collector(run, step);
    const placeSum = crc32(`${run}\n${step}\n`);
    const index = createKeyIndex();
    const find = (hash: number, key: () => string): number | undefined =>
      index.find(hash, (position) => (hasKey.get(run, step, position, key()) === undefined ? undefined : position));
    const tally = [...emptyTally];
    for (let last = beforeNext(run, step, 0); last !== undefined; ) {
      const some = rows.get(run, step, last);
      const count = Number(some?.['rows']);
      if (count === 0) {
        last = beforeNext(run, step, last);
        continue;
      }
      if (some?.['types'] !== 1 || !isText(some['texts']) || !isText(some['key'])) throw asNotWritten();
      const bytes = joined(bytesOf(some['key']), bytesOf(some['texts']));
      const positionOf = positionsAfter(run, step, last, some);
      collector?.begin(count);
      let at = 0;
      for (let row = 0; row < count; row++) {
        const position = positionOf(row);
        const keyAt = at;
        let hash = offsetBasis;
        for (at = keyAt; at < bytes.length && bytes[at] !== lineFeed; at++) hash = hashedFurther(hash, bytes[at]!);
        hash = mixed(hash);
        const [keyEnd, recordAt] = [at, at + 1];
        const next = bytes.indexOf(lineFeed, recordAt);
        const end = (next === -1 ? bytes.length : next) - 1;
        let sumAt = end;
        while (sumAt > recordAt && bytes[sumAt - 1] !== comma) sumAt--;
        if (bytes[end] !== bracket || sumAt <= recordAt) throw asNotWritten();
        if (crc32Between(bytes, keyAt, sumAt - 1, placeSum) !== numberIn(bytes, sumAt, end)) throw asNotWritten();
        tally[bytes[recordAt + 1]! - digit0]!++;
        // Hardly ever: then the rows are compared.
        const isHashKnown = index.find(hash, itself) !== undefined;
        if (isHashKnown && find(hash, () => bytes.toString('utf8', keyAt, keyEnd)) !== undefined) {
          throw damaged('a job has two rows');
        }
        if (position > highestPosition) throw asNotWritten();
        index.add(hash, position);
        collector?.take(bytes, keyAt, sumAt - 1);
        at = end + 2;
      }
      if (at !== bytes.length + 1) throw asNotWritten();
      last += positionsAtOnce;
    }
    consumer?.indexed(run, step, index.data());
    return { run, step, tally, hasRow: (key) => find(hashOfKey(key), () => key) !== undefined };
  };
}

const itself = (position: number): number => position;

/** NaN unless it is a whole number in digits. */
function numberIn(bytes: Buffer, from: number, end: number): number {
  let number = from < end ? 0 : Number.NaN;
  for (let at = from; at < end; at++) {
    const digit = bytes[at] ?? 0;
    number = digit >= digit0 && digit <= digit9 ? number * 10 + digit - digit0 : Number.NaN;
  }
  return number;
}

export function asNotWritten(): Error {
  return damaged('a row has changed since it was written');
}
