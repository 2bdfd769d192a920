import { closeSync, openSync, rmSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { ascendingOrder } from '../../audience/ascending-order.ts';
import { allocateLines, copyLine, type LineBytes } from './line-bytes.ts';
import { openLines } from './line-cursor.ts';
import type { LineWriter } from './line-writer.ts';
import { createSpool } from './spool.ts';

/** Lines in the order of a source → in the order of their keys, in memory that does not grow with their number. */
export interface RowSorter {
  add(key: number, line: string): void;
  /** For a line of at most so many bytes that is written as bytes: where it is to begin in `arrived`. */
  begin(bytes: number): number;
  readonly arrived: LineBytes;
  /** The line that was begun ends before this place. */
  end(key: number, place: number): void;
  /** Gives all lines to the writer. Of lines with the same key, only the first. */
  drain(to: LineWriter): Promise<Sorted>;
  /** Removes the temporary file. */
  close(): Promise<void>;
}

export interface Sorted {
  readonly lines: number;
  /** Lines that were left out, as their key was there before; and the first such keys. */
  readonly duplicates: number;
  readonly duplicateKeys: readonly number[];
}

/** So many are sorted in memory; then they are written as one part, and the parts merged. */
const partLines = 50_000;
const partBytes = 8 * 1024 * 1024;
const linesAtOnce = 5_000;
/** A UTF-16 code unit is at most three bytes of UTF-8. */
const unitBytes = 3;
const shownKeys = 3;

export function createRowSorter(temporary: string, keyOffset: number): RowSorter {
  const fd = openSync(temporary, 'wx+', 0o600);
  const parts: { readonly from: number; readonly to: number }[] = [];
  const keys = new Float64Array(partLines);
  const ends = new Uint32Array(partLines);
  const spool = createSpool(fd, partBytes);
  let arrived = allocateLines(partBytes);
  let lines = 0;
  let filled = 0;

  function flush(): void {
    if (lines === 0) return;
    const from = spool.size;
    const { view } = spool.room(filled);
    let at = 0;
    for (const index of ascendingOrder(keys.subarray(0, lines)))
      at = copyLine(arrived.view, index === 0 ? 0 : ends[index - 1]!, ends[index]!, view, at);
    spool.flush(at);
    parts.push({ from, to: spool.size });
    lines = 0;
    filled = 0;
  }

  function makeRoom(bytes: number): void {
    flush();
    if (bytes > arrived.length) arrived = allocateLines(bytes);
  }

  function begin(bytes: number): number {
    if (lines === partLines || filled + bytes > arrived.length) makeRoom(bytes);
    return filled;
  }

  function end(key: number, place: number): void {
    keys[lines] = key;
    ends[lines++] = place;
    filled = place;
  }

  return {
    add(key, line) {
      const from = begin(line.length * unitBytes);
      end(key, from + arrived.buffer.write(line, from, 'utf8'));
    },
    begin,
    get arrived() {
      return arrived;
    },
    end,
    async drain(to) {
      flush();
      await spool.settle();
      const cursors = parts.map((part) => openLines(fd, { ...part, keyOffset }));
      const duplicateKeys: number[] = [];
      let [written, duplicates, last] = [0, 0, Number.NaN];
      const next = Float64Array.from(cursors, ({ key }) => key);
      for (let part = leastOf(next); part !== -1; part = leastOf(next)) {
        const least = cursors[part]!;
        if (least.key === last) {
          if (duplicates++ < shownKeys && duplicateKeys.at(-1) !== last) duplicateKeys.push(last);
        } else {
          to.write(least);
          last = least.key;
          // What was written in the background ends in another turn, and so does Ctrl-C.
          if (++written % linesAtOnce === 0) await setImmediate();
        }
        least.next();
        next[part] = least.key;
      }
      return { lines: written, duplicates, duplicateKeys };
    },
    async close() {
      // What could not be written was an error before.
      await spool.settle().catch(() => {});
      closeSync(fd);
      rmSync(temporary, { force: true });
    },
  };
}

/** -1 where all are infinite. */
function leastOf(keys: Float64Array): number {
  let place = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let index = 0; index < keys.length; index++) {
    if (keys[index]! < least) {
      least = keys[index]!;
      place = index;
    }
  }
  return place;
}
