import { readSync } from 'node:fs';

/** Lines in the order of their keys: one at a time, with its key as a number. */
export interface LineCursor {
  /** Infinity after the last line. */
  key: number;
  /** With its end. */
  line: Buffer;
  next(): void;
}

const lineFeed = 10;
const pieceBytes = 256 * 1024;
/** A telephone number has no more. */
const mostDigits = 15;

/** The lines of a snapshot. `keyOffset` is how many bytes of each line come before the digits of its key. */
export function openLines(fd: number, keyOffset: number): LineCursor {
  let rest = Buffer.alloc(0);
  let position = 0;

  function readOn(): boolean {
    const piece = Buffer.allocUnsafe(pieceBytes);
    const read = readSync(fd, piece, 0, pieceBytes, position);
    position += read;
    rest = Buffer.concat([rest, piece.subarray(0, read)]);
    return read > 0;
  }

  const cursor: LineCursor = {
    key: Number.NEGATIVE_INFINITY,
    line: rest,
    next() {
      let end = rest.indexOf(lineFeed);
      while (end === -1 && readOn()) end = rest.indexOf(lineFeed);
      cursor.line = rest.subarray(0, end + 1);
      rest = rest.subarray(end + 1);
      cursor.key =
        end === -1
          ? Number.POSITIVE_INFINITY
          : Number.parseInt(cursor.line.toString('latin1', keyOffset, keyOffset + mostDigits), 10);
    },
  };
  cursor.next();
  return cursor;
}
