import { createHash, randomBytes } from 'node:crypto';
import { closeSync, fsync, openSync, rmSync, writeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DiskFailure } from '../source-reader.ts';

const blockBytes = 1024 * 1024;

/**
 * An open, empty file to which short pieces are added. What it throws is a `DiskFailure`. `onBlock` gets all bytes in their order, before
 * they are written.
 */
export function createFileAppender(fd: number, onBlock: (block: Uint8Array) => void = () => {}) {
  const block = Buffer.allocUnsafe(blockBytes);
  let [filled, flushed] = [0, 0];

  function write(bytes: Uint8Array): void {
    onBlock(bytes);
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written);
    } catch (error) {
      throw new DiskFailure(error);
    }
    flushed += bytes.length;
  }

  function flush(): void {
    write(block.subarray(0, filled));
    filled = 0;
  }

  return {
    /** Of all that was added, in bytes. */
    get size(): number {
      return flushed + filled;
    },
    append(bytes: Uint8Array): void {
      if (filled + bytes.length > block.length) flush();
      if (bytes.length > block.length) return write(bytes);
      block.set(bytes, filled);
      filled += bytes.length;
    },
    /** Writes what is still in memory. */
    flush,
  };
}

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
