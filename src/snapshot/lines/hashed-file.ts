import { createHash } from 'node:crypto';
import { fsyncSync } from 'node:fs';
import { writeAt } from './sorted-part.ts';

/** A file that is written from its beginning to its end. */
export interface HashedFile {
  append(bytes: Uint8Array): void;
  /** When everything is on disk: SHA-256 of it, hex. */
  finish(): string;
}

export function createHashedFile(fd: number): HashedFile {
  const hash = createHash('sha256');
  let size = 0;
  return {
    append(bytes) {
      hash.update(bytes);
      size += writeAt(fd, bytes, size);
    },
    finish() {
      fsyncSync(fd);
      return hash.digest('hex');
    },
  };
}
