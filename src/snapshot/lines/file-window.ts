import { readSync } from 'node:fs';
import { allocateLines, type LineBytes } from './line-bytes.ts';

/** A stretch of a file that is read piece by piece, from its beginning to its end. */
export interface FileWindow {
  /** What of it is in memory. */
  bytes: LineBytes;
  /** So many of these were read. */
  filled: number;
  /** Moves what is behind `from` to the beginning, and reads on behind it. False at the end of the stretch. */
  readOn(from: number): boolean;
}

const pieceBytes = 256 * 1024;

export function openWindow(fd: number, { from, to }: { readonly from: number; readonly to: number }): FileWindow {
  let position = from;
  const window: FileWindow = {
    bytes: allocateLines(Math.min(pieceBytes, to - from)),
    filled: 0,
    readOn(start) {
      const { bytes, filled } = window;
      const kept = filled - start;
      if (kept === bytes.length && kept > 0) window.bytes = allocateLines(bytes.length * 2);
      const { buffer, length } = window.bytes;
      bytes.buffer.copy(buffer, 0, start, filled);
      const wanted = Math.min(length - kept, to - position);
      const read = wanted === 0 ? 0 : readSync(fd, buffer, kept, wanted, position);
      position += read;
      window.filled = kept + read;
      return read > 0;
    },
  };
  return window;
}
