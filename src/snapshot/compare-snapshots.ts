import { closeSync, fstatSync, openSync } from 'node:fs';
import { type LineCursor, openLines } from './line-cursor.ts';
import type { LineWriter } from './line-writer.ts';

/** People from one snapshot to the next. */
export interface SnapshotCounts {
  readonly joined: number;
  readonly left: number;
  readonly changed: number;
}

/** Both are in the order of their keys, so one walk through both tells everything. */
export function compareSnapshots(before: string, after: string, keyOffset: number): SnapshotCounts {
  const counts = { joined: 0, left: 0, changed: 0 };
  walk(before, after, keyOffset, {
    onlyBefore: () => void counts.left++,
    onlyAfter: () => void counts.joined++,
    both(old, now) {
      if (old.buffer.compare(now.buffer, now.start, now.end, old.start, old.end) !== 0) counts.changed++;
    },
  });
  return counts;
}

/** Everybody of the later snapshot with its cells, and those of the earlier one who are kept. Returns how many. */
export function joinSnapshots(
  paths: { readonly before: string; readonly after: string },
  keyOffset: number,
  { isKept, to }: { readonly isKept: (key: number) => boolean; readonly to: LineWriter },
): number {
  let lines = 0;
  const write = (line: LineCursor): void => {
    to.write(line);
    lines++;
  };
  walk(paths.before, paths.after, keyOffset, {
    onlyBefore: (old) => void (isKept(old.key) && write(old)),
    onlyAfter: write,
    both: (_, now) => write(now),
  });
  return lines;
}

function walk(
  before: string,
  after: string,
  keyOffset: number,
  visit: {
    onlyBefore(old: LineCursor): void;
    onlyAfter(now: LineCursor): void;
    both(old: LineCursor, now: LineCursor): void;
  },
): void {
  const [oldFile, newFile] = [openSync(before, 'r'), openSync(after, 'r')];
  try {
    const old = openLines(oldFile, { from: 0, to: fstatSync(oldFile).size, keyOffset });
    const now = openLines(newFile, { from: 0, to: fstatSync(newFile).size, keyOffset });
    while (old.key !== Number.POSITIVE_INFINITY || now.key !== Number.POSITIVE_INFINITY) {
      if (old.key < now.key) visit.onlyBefore(old);
      else if (now.key < old.key) visit.onlyAfter(now);
      else visit.both(old, now);
      const [oldKey, newKey] = [old.key, now.key];
      if (oldKey <= newKey) old.next();
      if (newKey <= oldKey) now.next();
    }
  } finally {
    closeSync(oldFile);
    closeSync(newFile);
  }
}
