import { readSync } from 'node:fs';
import { allocateLines } from './line-bytes.ts';

/** The lines of a snapshot, or of a part of one, in order of their keys: one at a time, with its key as a number. */
export interface LineCursor {
  /** Infinity after the last line. */
  key: number;
  /** The line, with its end, is between these places of the buffer, until the next step. */
  buffer: Buffer;
  view: DataView;
  start: number;
  end: number;
  next(): void;
}

const chunkBytes = 256 * 1024;
const lineFeed = 10;

/** `keyOffset` is how many bytes of each line come before the digits of its key. */
export function openLines(
  fd: number,
  { from, to, keyOffset }: { readonly from: number; readonly to: number; readonly keyOffset: number },
): LineCursor {
  let bytes = allocateLines(Math.min(chunkBytes, to - from));
  let position = from;
  let filled = 0;
  let scanned = 0;

  const cursor: LineCursor = {
    key: Number.NEGATIVE_INFINITY,
    buffer: bytes.buffer,
    view: bytes.view,
    start: 0,
    end: 0,
    next() {
      cursor.start = cursor.end;
      scanned = cursor.start;
      for (;;) {
        // Behind what is filled there may be an old line.
        const end = scanned < filled ? cursor.buffer.indexOf(lineFeed, scanned) : -1;
        if (end !== -1 && end < filled) {
          cursor.end = end + 1;
          cursor.key = keyAt(cursor.buffer, cursor.start + keyOffset);
          return;
        }
        scanned = filled;
        if (!refill()) {
          cursor.key = Number.POSITIVE_INFINITY;
          return;
        }
      }
    },
  };

  /** Keeps the beginning of the line that is being read. */
  function refill(): boolean {
    const kept = filled - cursor.start;
    const { buffer } = cursor;
    if (kept === bytes.length && kept > 0) {
      bytes = allocateLines(bytes.length * 2);
      cursor.buffer = bytes.buffer;
      cursor.view = bytes.view;
    }
    buffer.copy(cursor.buffer, 0, cursor.start, filled);
    scanned -= cursor.start;
    cursor.start = 0;
    filled = kept;
    const wanted = Math.min(bytes.length - filled, to - position);
    const read = wanted === 0 ? 0 : readSync(fd, cursor.buffer, filled, wanted, position);
    position += read;
    filled += read;
    return read > 0;
  }

  cursor.next();
  return cursor;
}

function keyAt(buffer: Buffer, start: number): number {
  let key = 0;
  for (let at = start; ; at++) {
    const digit = buffer[at]! - 48;
    if (!(digit >= 0 && digit <= 9)) return key;
    key = key * 10 + digit;
  }
}
