import { createHash, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { copyLine } from './line-bytes.ts';
import type { LineCursor } from './line-cursor.ts';
import { createSpool } from './spool.ts';

/** Writes a new snapshot: nothing is under its name until all of it is on disk. */
export interface LineWriter {
  readonly temporary: string;
  /** The line at which the cursor is. */
  write(cursor: LineCursor): void;
  /** SHA-256 of what was written, hex; the file stays under its temporary name. */
  finish(): Promise<string>;
  /** Removes the temporary file, unless it was renamed. */
  discard(): Promise<void>;
}

const bufferBytes = 1024 * 1024;

export function createLineWriter(temporary: string): LineWriter {
  const fd = openSync(temporary, 'wx', 0o600);
  const spool = createSpool(fd, bufferBytes);
  const hash = createHash('sha256');
  let to = spool.room(0);
  let filled = 0;
  let isOpen = true;
  const flush = (): void => {
    hash.update(to.buffer.subarray(0, filled));
    spool.flush(filled);
    filled = 0;
    to = spool.room(0);
  };
  return {
    temporary,
    write({ view, start, end }) {
      if (filled + end - start > to.length) {
        flush();
        to = spool.room(end - start);
      }
      filled = copyLine(view, start, end, to.view, filled);
    },
    async finish() {
      flush();
      await spool.settle();
      fsyncSync(fd);
      return hash.digest('hex');
    },
    async discard() {
      // What could not be written was an error before.
      await spool.settle().catch(() => {});
      if (isOpen) closeSync(fd);
      isOpen = false;
      rmSync(temporary, { force: true });
    },
  };
}

/** Ends in `.tmp`: what is left of a process that was killed is removed by the next. */
export function temporaryName(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}.tmp`;
}
