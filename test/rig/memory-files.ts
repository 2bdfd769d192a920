import { resolve } from 'node:path';
import type { Files, Unreadable } from '../../src/platform/ports.ts';

/** Files that exist in memory alone; paths are resolved against `/work`. What is written can be read again. */
export function memoryFiles(content: Readonly<Record<string, string | Uint8Array>>, cwd = '/work'): Files {
  const files = new Map(Object.entries(content).map(([path, one]) => [resolve(cwd, path), bytesOf(one)]));
  const isFolder = (path: string): boolean =>
    [...files.keys()].some((file) => file.startsWith(`${resolve(cwd, path)}/`));
  const find = (path: string): Uint8Array | Unreadable | undefined =>
    files.get(resolve(cwd, path)) ?? (isFolder(path) ? folder : undefined);
  return {
    readText: async (path) => {
      const bytes = find(path);
      return bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : bytes;
    },
    readBytes: async (path, mostBytes = Number.POSITIVE_INFINITY) => {
      const found = find(path);
      return found instanceof Uint8Array && found.length > mostBytes ? tooLarge : found;
    },
    stream: async (path) => {
      const bytes = find(path);
      return bytes instanceof Uint8Array ? chunks(bytes) : bytes;
    },
    list: async (path) => {
      const folder = `${resolve(cwd, path)}/`;
      const below = [...files.keys()]
        .filter((file) => file.startsWith(folder))
        .map((file) => file.slice(folder.length));
      const names = below.map((file) => (file.includes('/') ? file.slice(0, file.indexOf('/') + 1) : file));
      return names.length === 0 ? undefined : [...new Set(names)].sort();
    },
    writeAtomically: async (path, one) => {
      const pieces: string[] = [];
      if (typeof one === 'function') one((piece) => void pieces.push(piece));
      files.set(resolve(cwd, path), bytesOf(typeof one === 'function' ? pieces.join('') : one));
    },
    realPath: async (path) => {
      const absolute = resolve(cwd, path);
      return files.has(absolute) || isFolder(absolute) ? absolute : undefined;
    },
  };
}

const folder: Unreadable = { why: 'folder', words: 'is a folder, not a file' };
const tooLarge: Unreadable = { why: 'tooLarge', words: 'has too many bytes' };

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

/** Small ones, so that every boundary is met. */
async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 61) yield bytes.subarray(at, at + 61);
}
