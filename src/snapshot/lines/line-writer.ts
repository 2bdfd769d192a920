import { createHash, randomBytes } from 'node:crypto';
import { closeSync, fsync, openSync, rmSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DiskFailure } from '../disk-failure.ts';
import { createFileAppender } from './append-file.ts';

/** Writes a new snapshot: nothing is under its name until all of it is on disk. */
export function createLineWriter(temporary: string) {
  const fd = openSync(temporary, 'wx', 0o600);
  const hash = createHash('sha256');
  const file = createFileAppender(fd, (block) => void hash.update(block));
  return {
    temporary,
    /** A line, with its end. */
    write: file.append,
    /** To be awaited now and then: another turn of the event loop, in which Ctrl-C ends. */
    pause: (): Promise<unknown> => setImmediate(),
    /** When everything is on disk: SHA-256 of it, hex. The file stays under its temporary name. */
    async finish(): Promise<string> {
      file.flush();
      try {
        await promisify(fsync)(fd);
      } catch (error) {
        throw new DiskFailure(error);
      }
      return hash.digest('hex');
    },
    /** Removes the temporary file, unless it was renamed. */
    discard(): void {
      closeSync(fd);
      rmSync(temporary, { force: true });
    },
  };
}

export type LineWriter = ReturnType<typeof createLineWriter>;

/** Ends in `.tmp`: what is left of a process that was killed is removed by the next. */
export function temporaryName(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}.tmp`;
}
