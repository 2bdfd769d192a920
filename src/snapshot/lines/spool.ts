import { write, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { DiskFailure } from '../disk-failure.ts';
import { allocateLines, type LineBytes } from './line-bytes.ts';

/** Writes a file from two buffers: one is filled while the other is being written. */
export interface Spool {
  /** How many bytes were given to it. */
  readonly size: number;
  /** A buffer for at least so many bytes, until the next flush. What was in it may be lost where it is too small. */
  room(bytes: number): LineBytes;
  /** Appends the first so many bytes of the buffer to the file. It does not wait, unless those before are still being written. */
  flush(bytes: number): void;
  /** When everything is in the file, or with the first error. To be awaited before the file is closed. */
  settle(): Promise<void>;
}

const writeInBackground = promisify(write);

export function createSpool(fd: number, bytes: number): Spool {
  let filling = allocateLines(bytes);
  let spare: LineBytes | undefined;
  let writing: Promise<void> | undefined;
  let failure: DiskFailure | undefined;
  let size = 0;

  async function writeAll({ buffer }: LineBytes, length: number, position: number): Promise<void> {
    try {
      for (let written = 0; written < length; ) {
        const { bytesWritten } = await writeInBackground(fd, buffer, written, length - written, position + written);
        written += bytesWritten;
      }
    } catch (error) {
      failure ??= new DiskFailure(error);
    }
    writing = undefined;
  }

  function writeNow({ buffer }: LineBytes, length: number, position: number): void {
    try {
      for (let written = 0; written < length; )
        written += writeSync(fd, buffer, written, length - written, position + written);
    } catch (error) {
      throw new DiskFailure(error);
    }
  }

  return {
    get size() {
      return size;
    },
    room(wanted) {
      if (wanted > filling.length) filling = allocateLines(wanted);
      return filling;
    },
    flush(length) {
      if (failure !== undefined) throw failure;
      if (length === 0) return;
      const position = size;
      size += length;
      if (writing === undefined) {
        writing = writeAll(filling, length, position);
        [filling, spare] = [spare ?? allocateLines(filling.length), filling];
      } else {
        writeNow(filling, length, position);
      }
    },
    async settle() {
      await writing;
      if (failure !== undefined) throw failure;
    },
  };
}
