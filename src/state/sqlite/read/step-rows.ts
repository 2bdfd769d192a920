import { isOther, perJob, type StepHistory, stateAndMarks } from '../../../job/history.ts';
import { type JobTimes, jobStates } from '../../../job/job.ts';
import { jobTimes, type RowRecord, stateOf } from './job-row.ts';

/** One step's jobs as the rows of the file have them. */
export interface StepRows extends StepHistory {
  /** The step's number. */
  readonly step: number;
}

/** More of these would fill the memory of the thread that verifies. */
const othersAtMost = 20_000;
/** By a state's number in the file. */
const states = jobStates.map((_, number) => stateOf(number));
const [digit0, digit9, minus, letterN, lineFeed] = [0x30, 0x39, 0x2d, 0x6e, 0x0a];
const [comma, quote, backslash, openBrace, closeBrace] = [0x2c, 0x22, 0x5c, 0x7b, 0x7d];
/** How `rareOf` (job-row.ts) writes what the columns hold: first, and in this order. */
const rareMarks = {
  doubtful: Buffer.from('"doubtful":true'),
  maybeSent: Buffer.from('"maybeSent":true'),
  notBefore: Buffer.from('"notBefore":'),
};

/** Takes a step's rows, in blocks, as verify-rows.ts reads them. */
export interface RowCollector {
  begin(rows: number): void;
  /** One row's text from `from` to `end`: its key, a line feed, and the record without its checksum. It has been verified. */
  take(text: Buffer, from: number, end: number): void;
  /** Undefined where a key is not a number, as in a step that runs once, and where too many jobs are in flight. */
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

  /** Moves the cursor past any value and the mark behind it. */
  function skipValue(end: number): void {
    for (let depth = 0; cursor < end && (depth > 0 || text[cursor] !== comma); cursor++) {
      const byte = text[cursor];
      if (byte === openBrace) depth++;
      else if (byte === closeBrace) depth--;
      else if (byte === quote)
        for (cursor++; text[cursor] !== quote; cursor++) if (text[cursor] === backslash) cursor++;
    }
    cursor++;
  }

  /** Whether these bytes are at the cursor, which moves past them. */
  function skipMark(mark: Buffer): boolean {
    for (let at = 0; at < mark.length; at++) if (text[cursor + at] !== mark[at]) return false;
    cursor += mark.length;
    return true;
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
      const [stateAt, at, attempts, sinceFirst, untilSettled] = [number(), number(), number(), number(), number()];
      const start = Number.isNaN(at) ? 0 : at;
      const state = states[stateAt];
      if (state === undefined) {
        isWhole = false;
        return;
      }
      let [doubtful, maybeSent, lacksOutputs, notBefore] = [false, false, false, Number.NaN];
      const isRare = hasRare(text, end);
      if (isRare || state === 'accepted') {
        // Code and hash come before the outputs.
        for (let value = 0; value < 2; value++) skipValue(end);
        lacksOutputs = state === 'accepted' && text[cursor] === letterN;
      }
      if (isRare) {
        skipValue(end);
        cursor++;
        doubtful = skipMark(rareMarks.doubtful);
        if (doubtful) cursor++;
        maybeSent = skipMark(rareMarks.maybeSent);
        if (maybeSent) cursor++;
        if (skipMark(rareMarks.notBefore)) notBefore = number();
      }
      block[filled] = own;
      block[filled + 1] = stateAndMarks(state, { doubtful, maybeSent, lacksOutputs });
      block[filled + 2] = attempts;
      block[filled + 3] = at;
      block[filled + 4] = start - sinceFirst;
      block[filled + 5] = start + untilSettled;
      block[filled + 6] = notBefore;
      filled += perJob;
      if (!isOther({ state })) return;
      if (others.size === othersAtMost) isWhole = false;
      const record = JSON.parse(`${text.toString('utf8', recordAt, end)},0]`) as RowRecord;
      others.set(own.toFixed(0), jobTimes('', own.toFixed(0), record));
    },
    rows: () => (isWhole ? { step, blocks, others } : undefined),
  };
}

/** It is `null`, or an object; after it, in most rows, comes the number that says when the request left. */
function hasRare(text: Buffer, end: number): boolean {
  let at = end;
  while (isOfNumber(text[at - 1]!)) at--;
  if (at < end) at--;
  return text[at - 1] === closeBrace;
}

function isOfNumber(byte: number): boolean {
  return (byte >= digit0 && byte <= digit9) || byte === minus;
}
