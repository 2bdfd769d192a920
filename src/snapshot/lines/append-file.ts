import { writeSync } from 'node:fs';
import { DiskFailure } from '../disk-failure.ts';

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
