import type { JobState, JobTimes } from '../../../job/job.ts';
import { jobTimes, type RowRecord, stateNumber, stateOf } from './job-row.ts';

/**
 * What `JobTimes` says of a step's jobs, as numbers that go from one thread to another without being copied: for each job
 * its key, state, attempts, `at`, `firstAt` and `settledAt`, NaN where there is none.
 */
export interface StepRows {
  /** The step's number. */
  readonly step: number;
  readonly blocks: readonly Float64Array[];
  /** By key: jobs of which the numbers do not tell all. */
  readonly rare: ReadonlyMap<string, JobTimes>;
}

const perJob = 6;
/** More of these would not be few, and fill the memory of the thread that looks. */
const rareAtMost = 20_000;
const [digit0, digit9, minus, letterN, lineFeed, brace] = [0x30, 0x39, 0x2d, 0x6e, 0x0a, 0x7d];

/** Takes a step's rows, in blocks, as checksum.ts reads them. */
export interface RowCollector {
  begin(rows: number): void;
  /** One row's text from `from` to `end`: its key, a line feed, and the record without its sum. It is as it was written. */
  take(text: Buffer, from: number, end: number): void;
  /** Undefined where a key is no number, as of a step that runs once, and where the numbers do not tell all of too many. */
  rows(): StepRows | undefined;
}

export function createRowCollector(step: number): RowCollector {
  const blocks: Float64Array[] = [];
  const rare = new Map<string, JobTimes>();
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

  /** NaN for what would not read as it is written: no digits, a zero in front, more than a number holds. */
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
      block[filled] = own;
      block[filled + 1] = state;
      block[filled + 2] = attempts;
      block[filled + 3] = at;
      block[filled + 4] = start - sinceFirst;
      block[filled + 5] = start + untilSettled;
      filled += perJob;
      // `null`, or an object with what few jobs have; after it, in most rows, the number that says when the request left.
      let rareEnd = end;
      while (isOfNumber(text[rareEnd - 1]!)) rareEnd--;
      if (rareEnd < end) rareEnd--;
      if (text[rareEnd - 1] !== brace) return;
      const record = JSON.parse(`${text.toString('utf8', recordAt, end)},0]`) as RowRecord;
      const job = jobTimes('', own.toFixed(0), record);
      const matters = job.doubtful === true || job.notBefore !== undefined || (job.maybeSent === true && isOpen(job));
      if (!matters) return;
      if (rare.size === rareAtMost) isWhole = false;
      else rare.set(own.toFixed(0), job);
    },
    rows: () => (isWhole ? { step, blocks, rare } : undefined),
  };
}

function isOfNumber(byte: number): boolean {
  return (byte >= digit0 && byte <= digit9) || byte === minus;
}

/** It may be sent, or be sent again. */
function isOpen({ state }: JobTimes): boolean {
  return state === 'pending' || state === 'skipped' || state === 'expired';
}

/** In the order of the keys. `step` is the name that it has now. */
export function forEachRow(
  { blocks, rare }: StepRows,
  step: string,
  visit: (job: JobTimes & { key: string }) => void,
): void {
  for (const block of blocks) {
    for (let at = 0; at < block.length; at += perJob) {
      const key = block[at]!.toFixed(0);
      const told = rare.size === 0 ? undefined : rare.get(key);
      visit(told === undefined ? plainJob(step, key, block, at) : { ...told, step, key });
    }
  }
}

export function keysInState({ blocks }: StepRows, state: JobState): readonly string[] {
  const keys: string[] = [];
  const number = stateNumber(state);
  for (const block of blocks) {
    for (let at = 0; at < block.length; at += perJob) if (block[at + 1] === number) keys.push(block[at]!.toFixed(0));
  }
  return keys;
}

function plainJob(step: string, key: string, block: Float64Array, at: number): JobTimes & { key: string } {
  const job: { -readonly [K in keyof JobTimes]: JobTimes[K] } & { key: string } = {
    step,
    key,
    state: stateOf(block[at + 1]),
    attempts: block[at + 2]!,
  };
  const [latest, first, settled] = [block[at + 3]!, block[at + 4]!, block[at + 5]!];
  if (!Number.isNaN(first)) job.firstAt = first;
  if (!Number.isNaN(latest)) job.at = latest;
  if (!Number.isNaN(settled)) job.settledAt = settled;
  return job;
}
