import { randomBytes } from 'node:crypto';
import { createReadStream, writeFileSync } from 'node:fs';
import { type FileHandle, open, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.ts';
import type { Files } from './ports.ts';

const chunkBytes = 256 * 1024;

export function createNodeFiles(): Files {
  return {
    readText: (path) => absentAsUndefined(() => readFile(path, 'utf8')),
    readBytes: (path) => absentAsUndefined(() => readFile(path)),
    stream: (path) =>
      absentAsUndefined(async () => {
        if ((await stat(path)).isDirectory()) throw Object.assign(new Error('is a directory'), { code: 'ENOENT' });
        return createReadStream(path, { highWaterMark: chunkBytes });
      }),
    realPath: (path) => absentAsUndefined(() => realpath(path)),
    list: (path) =>
      absentAsUndefined(async () => {
        const entries = await readdir(path, { withFileTypes: true });
        return entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort();
      }),
    writeAtomically,
    writePieces,
  };
}

function writeAtomically(path: string, content: string | Uint8Array, mode?: number): Promise<void> {
  return replace(path, mode, (file) => file.writeFile(content));
}

function writePieces(path: string, work: (write: (piece: string) => void) => void, mode?: number): Promise<void> {
  return replace(path, mode, async (file) => {
    let waiting: string[] = [];
    let length = 0;
    const flush = (): void => {
      writeFileSync(file.fd, waiting.join(''));
      waiting = [];
      length = 0;
    };
    work((piece) => {
      waiting.push(piece);
      length += piece.length;
      if (length >= chunkBytes) flush();
    });
    flush();
  });
}

async function replace(path: string, mode = 0o600, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const folder = dirname(path);
  makeFolder(folder);
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    // Who reads what went wrong knows the file by its own name.
    throw error instanceof Error && 'path' in error ? Object.assign(error, { path }) : error;
  }
  await syncFolder(folder);
}

/** Makes a rename durable; Windows cannot open folders and does not need it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function absentAsUndefined<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined;
    throw error;
  }
}
