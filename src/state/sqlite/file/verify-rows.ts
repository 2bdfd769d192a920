import { crc32 } from 'node:zlib';
import type { Database } from '../../../platform/sqlite.ts';
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

/** To fetch rows one by one would take longer than to sum them up. */
const rowsAtOnce = 1_000;

const [lineFeed, comma, digit0, digit9, bracket] = [0x0a, 0x2c, 0x30, 0x39, 0x5d];

function stepVerifier(database: Database) {
  const rows = database.prepare(
    // As bytes: libsql ends the process if a text is not UTF-8. What is of another type sums up to the same, and is found by nobody.
    `SELECT CAST(group_concat(position || char(10) || key || char(10) || record, char(10)) AS BLOB) AS texts, count(*) AS rows,
       min(types) AS types, max(position) AS last
     FROM (SELECT position, key, record,
         (typeof(position) = 'integer' AND typeof(key) = 'text' AND typeof(record) = 'text') AS types
       FROM job WHERE run = ? AND step = ? AND position > ? ORDER BY position LIMIT ${rowsAtOnce})`,
  );
  const hasKey = database.prepare('SELECT 1 FROM job WHERE run = ? AND step = ? AND position = ? AND key = ?');

  return (run: number, step: number, consumer: RowConsumer | undefined): VerifiedStep => {
    const collector = consumer?.collector(run, step);
    const placeSum = crc32(`${run}\n${step}\n`);
    const index = createKeyIndex();
    const find = (hash: number, key: () => string): number | undefined =>
      index.find(hash, (position) => (hasKey.get(run, step, position, key()) === undefined ? undefined : position));
    const tally = [...emptyTally];
    for (let last = 0; ; ) {
      const some = rows.get(run, step, last);
      const count = Number(some?.['rows']);
      if (count === 0) break;
      const bytes = bytesOf(some?.['texts']);
      if (some?.['types'] !== 1 || !isText(some['texts'])) throw asNotWritten();
      collector?.begin(count);
      let at = 0;
      for (let row = 0; row < count; row++) {
        let position = 0;
        for (; at < bytes.length && bytes[at] !== lineFeed; at++) position = position * 10 + bytes[at]! - digit0;
        const keyAt = at + 1;
        let hash = offsetBasis;
        for (at = keyAt; at < bytes.length && bytes[at] !== lineFeed; at++) hash = hashedFurther(hash, bytes[at]!);
        hash = mixed(hash);
        const [keyEnd, recordAt] = [at, at + 1];
        const next = bytes.indexOf(lineFeed, recordAt);
        const end = (next === -1 ? bytes.length : next) - 1;
        let sumAt = end;
        while (sumAt > recordAt && bytes[sumAt - 1] !== comma) sumAt--;
        if (bytes[end] !== bracket || sumAt <= recordAt) throw asNotWritten();
        if (crc32(bytes.subarray(keyAt, sumAt - 1), placeSum) !== numberIn(bytes, sumAt, end)) throw asNotWritten();
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
      last = Number(some['last']);
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
