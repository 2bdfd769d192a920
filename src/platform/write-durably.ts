import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** The whole of it, or a function that writes it piece by piece. */
export type Content = string | Uint8Array | ((write: (piece: string) => void) => void);

/** Temp file, fsync, rename: the old content or the new one, and on disk when it returns. `mode`: by default, its owner alone. */
export function writeDurably(path: string, content: Content, mode?: number): void {
  const temporary = writeTemporary(path, content, mode);
  orRemove(temporary, path, () => renameSync(temporary, path));
  // Windows cannot open folders and does not need it.
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** A new file beside `path`, on disk when it returns: the caller gives it its name. */
export function writeTemporary(path: string, content: Content, mode = 0o600): string {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  orRemove(temporary, path, () => {
    const file = openSync(temporary, 'wx', mode);
    try {
      if (typeof content === 'function') writePieces(file, content);
      else writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  });
  return temporary;
}

const chunkLength = 256 * 1024;

function writePieces(file: number, work: (write: (piece: string) => void) => void): void {
  let waiting: string[] = [];
  let length = 0;
  const flush = (): void => {
    writeFileSync(file, waiting.join(''));
    waiting = [];
    length = 0;
  };
  work((piece) => {
    waiting.push(piece);
    length += piece.length;
    if (length >= chunkLength) flush();
  });
  flush();
}

/** Where the disk is full, for example, half a file with somebody's number would stay. */
function orRemove(temporary: string, path: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    rmSync(temporary, { force: true });
    // The user knows the file by its own name, not by the temporary one, or by none where the disk is full.
    throw error instanceof Error && 'syscall' in error ? Object.assign(error, { path }) : error;
  }
}

/**
 * Makes a folder and its missing parents, or throws. Node's own `recursive` never returns below a folder that accepts no new ones,
 * such as `/proc`.
 */
export function makeFolder(path: string, mode?: number): void {
  const above = dirname(path);
  if (above !== path && !existsSync(above)) makeFolder(above, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // It exists already, or another process has just made it.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
