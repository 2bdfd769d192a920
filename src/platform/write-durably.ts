import { randomBytes } from 'node:crypto';
import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The file's owner alone. */
const privateMode = 0o600;

/** Temp file, fsync, rename: the old content or the new one, and on disk when it returns. */
export function writeDurably(path: string, content: string | Uint8Array, mode: number = privateMode): void {
  const temporary = writeTemporary(path, content, mode);
  orRemove(temporary, () => renameSync(temporary, path));
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
  orRemove(temporary, () => {
    try {
      writeFileSync(file, content);
      if (mode !== privateMode) fchmodSync(file, mode);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  });
  return temporary;
}

/** Where the disk is full, for example, half a file with somebody's number would stay. */
function orRemove(path: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}
