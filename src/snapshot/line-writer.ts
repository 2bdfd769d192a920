import { createHash, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import type { LineCursor } from './line-cursor.ts';

/** Writes a new snapshot: nothing is under its name until all of it is on disk. */
export interface LineWriter {
  readonly temporary: string;
  /** The line at which the cursor is. */
  write(cursor: LineCursor): void;
  /** SHA-256 of what was written, hex; the file stays under its temporary name. */
  finish(): string;
  /** Removes the temporary file, unless it was renamed. */
  discard(): void;
}

const bufferBytes = 1024 * 1024;

export function createLineWriter(temporary: string): LineWriter {
  const fd = openSync(temporary, 'wx', 0o600);
  const hash = createHash('sha256');
  let buffer = Buffer.allocUnsafe(bufferBytes);
  let filled = 0;
  let isOpen = true;
  const flush = (): void => {
    const bytes = buffer.subarray(0, filled);
    hash.update(bytes);
    for (let written = 0; written < filled; ) written += writeSync(fd, bytes, written);
    filled = 0;
  };
  const close = (): void => {
    if (isOpen) closeSync(fd);
    isOpen = false;
  };
  return {
    temporary,
    write({ buffer: from, start, end }) {
      const length = end - start;
      if (filled + length > buffer.length) {
        flush();
        if (length > buffer.length) buffer = Buffer.allocUnsafe(length);
      }
      from.copy(buffer, filled, start, end);
      filled += length;
    },
    finish() {
      flush();
      fsyncSync(fd);
      close();
      return hash.digest('hex');
    },
    discard() {
      close();
      rmSync(temporary, { force: true });
    },
  };
}

/** Ends in `.tmp`: what is left of a process that was killed is removed by the next. */
export function temporaryName(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}.tmp`;
}
