import { createHash, randomBytes } from 'node:crypto';
import { closeSync, fsync, openSync, rmSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DiskFailure } from '../disk-failure.ts';
import { createFileAppender } from './append-file.ts';

/** Writes a new snapshot: nothing is under its name until all of it is on disk. */
export interface LineWriter {
  readonly temporary: string;
  /** A line, with its end. */
  write(line: Uint8Array): void;
  /** To be awaited now and then: another turn of the event loop, in which Ctrl-C ends. */
  pause(): Promise<unknown>;
  /** When everything is on disk: SHA-256 of it, hex. The file stays under its temporary name. */
  finish(): Promise<string>;
  /** Removes the temporary file, unless it was renamed. */
  discard(): void;
}

export function createLineWriter(temporary: string): LineWriter {
  const fd = openSync(temporary, 'wx', 0o600);
  const hash = createHash('sha256');
  const file = createFileAppender(fd, (block) => void hash.update(block));
  return {
    temporary,
    write: file.append,
    pause: () => setImmediate(),
    async finish() {
      file.flush();
      try {
        await promisify(fsync)(fd);
      } catch (error) {
        throw new DiskFailure(error);
      }
      return hash.digest('hex');
    },
    discard() {
      closeSync(fd);
      rmSync(temporary, { force: true });
    },
  };
}

/** Ends in `.tmp`: what is left of a process that was killed is removed by the next. */
export function temporaryName(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}.tmp`;
}
