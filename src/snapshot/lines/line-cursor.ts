import { openWindow } from './file-window.ts';

/** Lines in the order of their keys: one at a time, with its key as a number. */
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

const lineFeed = 10;

/** The lines of a snapshot. `keyOffset` is how many bytes of each line come before the digits of its key. */
export function openLines(
  fd: number,
  { from, to, keyOffset }: { readonly from: number; readonly to: number; readonly keyOffset: number },
): LineCursor {
  const window = openWindow(fd, { from, to });
  const { buffer, view } = window.bytes;
  const cursor: LineCursor = {
    key: Number.NEGATIVE_INFINITY,
    buffer,
    view,
    start: 0,
    end: 0,
    next() {
      cursor.start = cursor.end;
      let scanned = cursor.start;
      for (;;) {
        // Behind what is filled there may be an old line.
        const end = scanned < window.filled ? cursor.buffer.indexOf(lineFeed, scanned) : -1;
        if (end !== -1 && end < window.filled) {
          cursor.end = end + 1;
          cursor.key = keyAt(cursor.buffer, cursor.start + keyOffset);
          return;
        }
        scanned = window.filled - cursor.start;
        const isMore = window.readOn(cursor.start);
        ({ buffer: cursor.buffer, view: cursor.view } = window.bytes);
        cursor.start = 0;
        if (!isMore) {
          cursor.key = Number.POSITIVE_INFINITY;
          return;
        }
      }
    },
  };
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
