import type { Stats } from 'node:fs';
import type { Unreadable } from './ports.ts';

/** Why the thing at a path cannot be read as a file, if so. */
export function whyUnreadable(stats: Stats, mostBytes = Number.POSITIVE_INFINITY): Unreadable | undefined {
  if (stats.isDirectory()) return { why: 'folder', words: 'is a folder, not a file' };
  if (stats.isFIFO()) return { why: 'notAFile', words: 'is a named pipe, not a file' };
  if (stats.isSocket()) return { why: 'notAFile', words: 'is a socket, not a file' };
  if (!stats.isFile()) return { why: 'notAFile', words: 'is a device, not a file' };
  if (stats.size <= mostBytes) return undefined;
  const [size, most] = [stats.size, mostBytes].map((bytes) => bytes.toLocaleString('en-GB'));
  return { why: 'tooLarge', words: `has ${size} bytes, more than the ${most} that are read` };
}
