import { needsMore, perJob, type StepHistory } from '../../../job/history.ts';
import { type JobTimes, jobStates } from '../../../job/job.ts';
import { jobTimes, type RowRecord, stateNumber, stateOf } from './job-row.ts';

/** One step's jobs as the rows of the file have them. */
export interface StepRows extends StepHistory {
  /** The step's number. */
  readonly step: number;
}

/** More of these would fill the memory of the thread that verifies. */
const othersAtMost = 20_000;
/** The place in `jobStates` of a state's number in the file. */
const historyState = jobStates.map((_, number) => jobStates.indexOf(stateOf(number)));
const sending = stateNumber('sending');
const [digit0, digit9, minus, letterN, lineFeed, brace] = [0x30, 0x39, 0x2d, 0x6e, 0x0a, 0x7d];

/** Takes a step's rows, in blocks, as checksum.ts reads them. */
export interface RowCollector {
  begin(rows: number): void;
  /** One row's text from `from` to `end`: its key, a line feed, and the record without its checksum. It has been verified. */
  take(text: Buffer, from: number, end: number): void;
  /** Undefined where a key is not a number, as in a step that runs once, and where too many jobs need more than numbers. */
  rows(): StepRows | undefined;
}

export function createRowCollector(step: number): RowCollector {
  const blocks: Float64Array[] = [];
  const others = new Map<string, JobTimes>();
  let block = new Float64Array(0);
  let filled = 0;
  let isWhole = true;
  let text: Buffer = Buffer.alloc(0);
  let cursor = 0;

  /** The number at the cursor, which moves past it and the mark behind it; NaN for `null`. */
  function number(): number {
    const isNegative = text[cursor] === minus;
    let value = 0;
    if (isNegative) cursor++;
    for (let digit = text[cursor]! - digit0; digit >= 0 && digit <= 9; digit = text[cursor]! - digit0) {
      value = value * 10 + digit;
      cursor++;
    }
    if (text[cursor] === letterN) {
      value = Number.NaN;
      cursor += 'null'.length;
    }
    cursor++;
    return isNegative ? -value : value;
  }

  /** NaN for a key that does not read as it is written: no digits, a zero in front, more than a number holds. */
  function key(): number {
    const [start, first] = [cursor, text[cursor]!];
    const value = number();
    const length = cursor - start - 1;
    const isKey = first > digit0 && first <= digit9 && length <= 15 && text[cursor - 1] === lineFeed;
    return isKey ? value : Number.NaN;
  }

  return {
    begin(rows) {
      if (!isWhole) return;
      block = new Float64Array(rows * perJob);
      blocks.push(block);
      filled = 0;
    },
    take(bytes, from, end) {
      text = bytes;
      cursor = from;
      const own = key();
      if (Number.isNaN(own)) isWhole = false;
      if (!isWhole) return;
      const recordAt = cursor++;
      const [state, at, attempts, sinceFirst, untilSettled] = [number(), number(), number(), number(), number()];
      const start = Number.isNaN(at) ? 0 : at;
      const place = historyState[state];
      if (place === undefined) {
        isWhole = false;
        return;
      }
      block[filled] = own;
      block[filled + 1] = place;
      block[filled + 2] = attempts;
      block[filled + 3] = at;
      block[filled + 4] = start - sinceFirst;
      block[filled + 5] = start + untilSettled;
      filled += perJob;
      // `null`, or an object with what few jobs have; after it, in most rows, the number that says when the request left.
      let rareEnd = end;
      while (isOfNumber(text[rareEnd - 1]!)) rareEnd--;
      if (rareEnd < end) rareEnd--;
      if (text[rareEnd - 1] !== brace && state !== sending) return;
      const record = JSON.parse(`${text.toString('utf8', recordAt, end)},0]`) as RowRecord;
      const job = jobTimes('', own.toFixed(0), record);
      if (!needsMore(job)) return;
      if (others.size === othersAtMost) isWhole = false;
      else others.set(own.toFixed(0), job);
    },
    rows: () => (isWhole ? { step, blocks, others } : undefined),
  };
}

function isOfNumber(byte: number): boolean {
  return (byte >= digit0 && byte <= digit9) || byte === minus;
}
