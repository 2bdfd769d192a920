import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { ascendingOrder } from '../audience/ascending-order.ts';
import { type LineCursor, openLines } from './line-cursor.ts';
import type { LineWriter } from './line-writer.ts';

/** Lines in the order of a source → in the order of their keys, in memory that does not grow with their number. */
export interface RowSorter {
  add(key: number, line: string): void;
  /** Gives all lines to the writer. Of lines with the same key, only the first. */
  drain(to: LineWriter): Sorted;
  /** Removes the temporary file. */
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
/** A UTF-16 code unit is at most three bytes of UTF-8. */
const unitBytes = 3;
const shownKeys = 3;

export function createRowSorter(temporary: string, keyOffset: number): RowSorter {
  const fd = openSync(temporary, 'wx+', 0o600);
  const parts: { readonly from: number; readonly to: number }[] = [];
  const keys = new Float64Array(partLines);
  const ends = new Uint32Array(partLines);
  let arrived = Buffer.allocUnsafe(partBytes);
  let ordered = Buffer.allocUnsafe(partBytes);
  let lines = 0;
  let filled = 0;
  let size = 0;

  function flush(): void {
    if (lines === 0) return;
    let at = 0;
    for (const index of ascendingOrder(keys.subarray(0, lines)))
      at += arrived.copy(ordered, at, index === 0 ? 0 : ends[index - 1]!, ends[index]);
    for (let written = 0; written < at; ) written += writeSync(fd, ordered, written, at - written, size + written);
    parts.push({ from: size, to: size + at });
    size += at;
    lines = 0;
    filled = 0;
  }

  function makeRoom(bytes: number): void {
    if (filled + bytes > arrived.length) flush();
    if (bytes <= arrived.length) return;
    arrived = Buffer.allocUnsafe(bytes);
    ordered = Buffer.allocUnsafe(bytes);
  }

  return {
    add(key, line) {
      makeRoom(line.length * unitBytes);
      keys[lines] = key;
      filled += arrived.write(line, filled, 'utf8');
      ends[lines++] = filled;
      if (lines === partLines) flush();
    },
    drain(to) {
      flush();
      const cursors = parts.map((part) => openLines(fd, { ...part, keyOffset }));
      const duplicateKeys: number[] = [];
      let [written, duplicates, last] = [0, 0, Number.NaN];
      for (let least = leastOf(cursors); least !== undefined; least = leastOf(cursors)) {
        if (least.key === last) {
          if (duplicates++ < shownKeys && duplicateKeys.at(-1) !== last) duplicateKeys.push(last);
        } else {
          to.write(least);
          written++;
          last = least.key;
        }
        least.next();
      }
      return { lines: written, duplicates, duplicateKeys };
    },
    close() {
      closeSync(fd);
      rmSync(temporary, { force: true });
    },
  };
}

function leastOf(cursors: readonly LineCursor[]): LineCursor | undefined {
  let least: LineCursor | undefined;
  let key = Number.POSITIVE_INFINITY;
  for (const cursor of cursors) {
    if (cursor.key < key) {
      key = cursor.key;
      least = cursor;
    }
  }
  return least;
}
