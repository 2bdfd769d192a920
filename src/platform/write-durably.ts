import { randomBytes } from 'node:crypto';
import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The file's owner alone. */
const privateMode = 0o600;

/** Temp file, fsync, rename: the old content or the new one, and on disk when it returns. */
export function writeDurably(path: string, content: string | Uint8Array, mode: number = privateMode): void {
  renameSync(writeTemporary(path, content, mode), path);
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** A new file beside `path`, on disk when it returns: the caller gives it its name. */
export function writeTemporary(path: string, content: string | Uint8Array, mode: number = privateMode): string {
  const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`;
  const file = openSync(temporary, 'wx', privateMode);
  try {
    writeFileSync(file, content);
    if (mode !== privateMode) fchmodSync(file, mode);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return temporary;
}
