import { createHash } from 'node:crypto';
import { fdatasync, fsyncSync } from 'node:fs';
import { promisify } from 'node:util';
import { DiskFailure } from '../disk-failure.ts';
import { writeAt } from './sorted-part.ts';

/** A file that is written from its beginning to its end. */
export interface HashedFile {
  append(bytes: Uint8Array): void;
  /** When everything is on disk: SHA-256 of it, hex. */
  finish(): Promise<string>;
}

/** So many go to the disk while the next are made, so that little is left to wait for at the end. */
const syncedBytes = 32 * 1024 * 1024;
const syncInBackground = promisify(fdatasync);

export function createHashedFile(fd: number): HashedFile {
  const hash = createHash('sha256');
  let [size, synced] = [0, 0];
  let syncing: Promise<void> | undefined;
  let failure: DiskFailure | undefined;

  async function sync(): Promise<void> {
    synced = size;
    try {
      await syncInBackground(fd);
    } catch (error) {
      // The system says it once: the last sync would succeed.
      failure ??= new DiskFailure(error);
    }
    syncing = undefined;
  }

  return {
    append(bytes) {
      hash.update(bytes);
      size += writeAt(fd, bytes, size);
      if (size - synced >= syncedBytes) syncing ??= sync();
    },
    async finish() {
      await syncing;
      if (failure !== undefined) throw failure;
      fsyncSync(fd);
      return hash.digest('hex');
    },
  };
}
