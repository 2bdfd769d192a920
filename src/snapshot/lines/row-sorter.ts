import { closeSync, openSync, rmSync } from 'node:fs';
import { allocateLines, type LineBytes } from './line-bytes.ts';
import type { LineWriter } from './line-writer.ts';
import { openPart, type Part, sortedBytes, writeSorted } from './sorted-part.ts';
import type { SnapshotThread } from './start-snapshot-thread.ts';

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
  /** Removes the temporary file. The thread does nothing any more by then. */
  close(): void;
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
/** Fewer are sorted in less time than it takes to start a thread. */
const partsWithoutThread = 2;
/** One is filled while the thread sorts the others. */
const partsInMemory = 3;
const linesAtOnce = 5_000;
/** A UTF-16 code unit is at most three bytes of UTF-8. */
const unitBytes = 3;
const shownKeys = 3;

export function createRowSorter(temporary: string, thread: SnapshotThread): RowSorter {
  const fd = openSync(temporary, 'wx+', 0o600);
  const parts: { readonly from: number; readonly to: number }[] = [];
  const spare: FilledPart[] = [];
  let [filling, inMemory] = [createPart(), 1];
  let size = 0;
  let filled = 0;

  function flush(): void {
    if (filling.lines === 0) return;
    const place = { from: size, to: size + sortedBytes(filling) };
    if (parts.length === partsWithoutThread) thread.start();
    parts.push(place);
    size = place.to;
    const next = thread.isRunning ? nextPart() : undefined;
    if (next === undefined) writeSorted(filling, fd, place.from);
    else {
      sortInThread(filling, place.from);
      filling = next;
    }
    filling.lines = 0;
    filled = 0;
  }

  /** Undefined while the thread has enough to do: this one sorts, too. */
  function nextPart(): FilledPart | undefined {
    if (spare.length > 0 || inMemory === partsInMemory) return spare.pop();
    inMemory++;
    return createPart();
  }

  function sortInThread(part: FilledPart, position: number): void {
    const { bytes, keys, ends, lines } = part;
    const task = { kind: 'sort', bytes: bytes.buffer.buffer, keys, ends, lines, fd, position } as const;
    thread.submit(task, () => void spare.push(part));
  }

  function begin(bytes: number): number {
    if (filling.lines === partLines || filled + bytes > filling.bytes.length) {
      flush();
      if (bytes > filling.bytes.length) filling.bytes = allocateLines(bytes);
    }
    return filled;
  }

  function end(key: number, place: number): void {
    filling.keys[filling.lines] = key;
    filling.ends[filling.lines++] = place;
    filled = place;
  }

  return {
    add(key, line) {
      const from = begin(line.length * unitBytes);
      end(key, from + filling.bytes.buffer.write(line, from, 'utf8'));
    },
    begin,
    get arrived() {
      return filling.bytes;
    },
    end,
    async drain(to) {
      flush();
      await thread.settle(0);
      const cursors = parts.map((part) => openPart(fd, part));
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
          if (++written % linesAtOnce === 0) await to.pause();
        }
        least.next();
        next[part] = least.key;
      }
      return { lines: written, duplicates, duplicateKeys };
    },
    close() {
      closeSync(fd);
      rmSync(temporary, { force: true });
    },
  };
}

interface FilledPart extends Part {
  bytes: LineBytes;
  lines: number;
}

function createPart(): FilledPart {
  return {
    bytes: allocateLines(partBytes),
    keys: new Float64Array(new SharedArrayBuffer(partLines * Float64Array.BYTES_PER_ELEMENT)),
    ends: new Uint32Array(new SharedArrayBuffer(partLines * Uint32Array.BYTES_PER_ELEMENT)),
    lines: 0,
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
