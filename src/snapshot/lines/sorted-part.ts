import { writeSync } from 'node:fs';
import { ascendingOrder } from '../../audience/ascending-order.ts';
import { DiskFailure } from '../disk-failure.ts';
import { openWindow } from './file-window.ts';
import { allocateLines, copyLine, type LineBytes } from './line-bytes.ts';
import type { LineCursor } from './line-cursor.ts';

/** Lines in the order in which they arrived. */
export interface Part {
  readonly bytes: LineBytes;
  /** Of each line: its key, and where it ends. */
  readonly keys: Float64Array<SharedArrayBuffer>;
  readonly ends: Uint32Array<SharedArrayBuffer>;
  readonly lines: number;
}

/** Before each line in the file of the parts: its key, and its length. */
const keyBytes = 8;
const headBytes = keyBytes + 4;
const blockBytes = 256 * 1024;

/** How many bytes of the file a part takes. */
export function sortedBytes({ ends, lines }: Pick<Part, 'ends' | 'lines'>): number {
  return (lines === 0 ? 0 : ends[lines - 1]!) + lines * headBytes;
}

/** Writes a part in the order of its keys; of equal ones, the first comes first. */
export function writeSorted({ bytes: { view: from }, keys, ends, lines }: Part, fd: number, position: number): void {
  let block = allocateLines(blockBytes);
  let [at, written] = [0, position];
  for (const index of ascendingOrder(keys.subarray(0, lines))) {
    const start = index === 0 ? 0 : ends[index - 1]!;
    const end = ends[index]!;
    if (at + headBytes + end - start > block.length) {
      written += writeAt(fd, block.buffer.subarray(0, at), written);
      at = 0;
      if (headBytes + end - start > block.length) block = allocateLines(headBytes + end - start);
    }
    block.view.setFloat64(at, keys[index]!, true);
    block.view.setUint32(at + keyBytes, end - start, true);
    at = copyLine(from, start, end, block.view, at + headBytes);
  }
  writeAt(fd, block.buffer.subarray(0, at), written);
}

/** Writes all of it, or throws. */
export function writeAt(fd: number, bytes: Uint8Array, position: number): number {
  try {
    for (let written = 0; written < bytes.length; )
      written += writeSync(fd, bytes, written, bytes.length - written, position + written);
  } catch (error) {
    throw new DiskFailure(error);
  }
  return bytes.length;
}

/** The lines of a part in the file. */
export function openPart(fd: number, place: { readonly from: number; readonly to: number }): LineCursor {
  const window = openWindow(fd, place);
  const { buffer, view } = window.bytes;
  const cursor: LineCursor = {
    key: Number.NEGATIVE_INFINITY,
    buffer,
    view,
    start: 0,
    end: 0,
    next() {
      let at = cursor.end;
      while (at + headBytes > window.filled || at + headBytes + lengthAt(cursor.view, at) > window.filled) {
        const isMore = window.readOn(at);
        ({ buffer: cursor.buffer, view: cursor.view } = window.bytes);
        at = 0;
        if (!isMore) {
          cursor.key = Number.POSITIVE_INFINITY;
          return;
        }
      }
      cursor.key = cursor.view.getFloat64(at, true);
      cursor.start = at + headBytes;
      cursor.end = cursor.start + lengthAt(cursor.view, at);
    },
  };
  cursor.next();
  return cursor;
}

function lengthAt(view: DataView, at: number): number {
  return view.getUint32(at + keyBytes, true);
}
