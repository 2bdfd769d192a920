import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, readdir, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type FileStream, type Files, isUnreadable, type Unreadable, whyUnreadable } from './ports.ts';
import { type Content, makeFolder } from './write-durably.ts';

const chunkBytes = 256 * 1024;
/** A V8 string has at most 512 MiB. */
const wholeMostBytes = 500_000_000;

/** Paths are relative to the working directory of the process, or to `folder`. */
export function createNodeFiles(folder?: string): Files {
  const placeOf = (path: string): string => (folder === undefined ? path : resolve(folder, path));
  return {
    async readText(path, mostBytes) {
      const bytes = await readBytes(placeOf(path), mostBytes);
      return bytes === undefined || isUnreadable(bytes) ? bytes : bytes.toString('utf8');
    },
    readBytes: (path, mostBytes) => readBytes(placeOf(path), mostBytes),
    stream: (path, mostBytes) => stream(placeOf(path), mostBytes),
    realPath: (path) => absentAsUndefined(() => realpath(placeOf(path))),
    list: (path) =>
      absentAsUndefined(async () => {
        const entries = await readdir(placeOf(path), { withFileTypes: true });
        return entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort();
      }),
    writeAtomically: (path, content, mode) => write(placeOf(path), content, mode),
  };
}

async function readBytes(path: string, mostBytes = wholeMostBytes): Promise<Buffer | Unreadable | undefined> {
  const chunks = await stream(path, mostBytes);
  if (chunks === undefined || isUnreadable(chunks)) return chunks;
  const read: Uint8Array[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return Buffer.concat(read);
}

function stream(path: string, mostBytes?: number): Promise<FileStream | Unreadable | undefined> {
  return absentAsUndefined(async () => {
    // To open a device may do something, and a pipe may never open.
    const unreadable = whyUnreadable(await stat(path), mostBytes);
    if (unreadable !== undefined) return unreadable;
    // If a pipe has replaced the file since, opening it must not block. Windows has no such flag and no such pipes.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    // Another file may have replaced it: with the size of the first one it would be cut.
    const stats = await file.stat();
    const since = whyUnreadable(stats, mostBytes);
    if (since === undefined) return streamOf(file, stats);
    await file.close();
    return since;
  });
}

function streamOf(file: FileHandle, { size, mtimeMs }: Stats): FileStream {
  let hasChanged = false;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for (let at = 0; at < size; ) {
        const room = Buffer.allocUnsafe(Math.min(chunkBytes, size - at));
        const { bytesRead } = await file.read(room, 0, room.length, at);
        if (bytesRead === 0) break;
        at += bytesRead;
        yield room.subarray(0, bytesRead);
      }
      const now = await file.stat();
      hasChanged = now.size !== size || now.mtimeMs !== mtimeMs;
    } finally {
      await file.close();
    }
  }
  return Object.assign(chunks(), { hasChanged: () => hasChanged });
}

async function write(path: string, content: Content, mode?: number): Promise<void> {
  makeFolder(dirname(path));
  // Loaded only to write: it takes some milliseconds of every start.
  const { writeDurably } = await import('./write-durably.ts');
  writeDurably(path, content, mode);
}

async function absentAsUndefined<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (typeof code === 'string' && absentCodes.has(code)) return undefined;
    throw error;
  }
}

/** There is no such file. With some names none can exist: a name that is too long, or contains a NUL. */
const absentCodes: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE']);
