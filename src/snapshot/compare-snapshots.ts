import { closeSync, openSync, readSync } from 'node:fs';
import { hasNotations, personKey } from '../audience/number/person-key.ts';
import type { SnapshotDifference } from '../campaign/sources/source.ts';
import type { LineWriter } from './lines/line-writer.ts';

/** Both are in the order of their keys, so a walk through both tells who is in which. */
export function compareSnapshots(before: string, after: string): Omit<SnapshotDifference, 'takenAt'> {
  const renumbered = findRenumbered(before, after).size;
  const counts = { joined: 0 - renumbered, left: 0 - renumbered, changed: renumbered };
  walk(before, after, {
    onlyBefore: () => void counts.left++,
    onlyAfter: () => void counts.joined++,
    both(old, now) {
      if (!old.line.equals(now.line)) counts.changed++;
    },
  });
  return counts;
}

/** Everybody of the later snapshot with its cells, and those of the earlier one who are kept. Returns how many. */
export function joinSnapshots(
  paths: { readonly before: string; readonly after: string },
  { isKept, to }: { readonly isKept: (person: number) => boolean; readonly to: LineWriter },
): number {
  // Their row of today counts, not one of before: another cell may say by now that they must not be contacted.
  const renumbered = findRenumbered(paths.before, paths.after);
  let lines = 0;
  const write = ({ line }: LineCursor): void => {
    to.write(line);
    lines++;
  };
  walk(paths.before, paths.after, {
    onlyBefore(old) {
      const person = personKey(old.key);
      if (!renumbered.has(person) && isKept(person)) write(old);
    },
    onlyAfter: write,
    both: (_, now) => write(now),
  });
  return lines;
}

/** Who is in both, but under two notations of one number: they have neither left nor joined. */
function findRenumbered(before: string, after: string): ReadonlySet<number> {
  const left = new Set<number>();
  walk(before, after, {
    onlyBefore: (old) => void (hasNotations(old.key) && left.add(personKey(old.key))),
  });
  const renumbered = new Set<number>();
  if (left.size === 0) return renumbered;
  walk(before, after, {
    onlyAfter({ key }) {
      const person = personKey(key);
      if (left.has(person)) renumbered.add(person);
    },
  });
  return renumbered;
}

function walk(
  before: string,
  after: string,
  visit: {
    onlyBefore?(old: LineCursor): void;
    onlyAfter?(now: LineCursor): void;
    both?(old: LineCursor, now: LineCursor): void;
  },
): void {
  const [oldFile, newFile] = [openSync(before, 'r'), openSync(after, 'r')];
  try {
    const [old, now] = [openRows(oldFile), openRows(newFile)];
    while (old.key !== Number.POSITIVE_INFINITY || now.key !== Number.POSITIVE_INFINITY) {
      if (old.key < now.key) visit.onlyBefore?.(old);
      else if (now.key < old.key) visit.onlyAfter?.(now);
      else visit.both?.(old, now);
      const [oldKey, newKey] = [old.key, now.key];
      if (oldKey <= newKey) old.next();
      if (newKey <= oldKey) now.next();
    }
  } finally {
    closeSync(oldFile);
    closeSync(newFile);
  }
}

/** The column that was the key when these rows were read; undefined where there are none. */
export function keyColumnOf(path: string): string | undefined {
  const file = openSync(path, 'r');
  try {
    const [, name] = headOf(file) ?? [];
    return name === undefined ? undefined : (JSON.parse(name) as string);
  } finally {
    closeSync(file);
  }
}

/** Another column may have been the key when the rows were read, so each file itself says where the numbers are. */
function openRows(file: number): LineCursor {
  const [head = ''] = headOf(file) ?? [];
  return openLines(file, Buffer.byteLength(head));
}

/** What is before the digits of the first row, and in it the name of the column in quotes. */
function headOf(file: number): RegExpExecArray | null {
  const start = Buffer.alloc(mostHeadBytes);
  const read = readSync(file, start, 0, start.length, 0);
  return /^\{("(?:[^"\\]|\\.)*"):"/.exec(start.toString('utf8', 0, read));
}

const mostHeadBytes = 16 * 1024;

/** Lines in the order of their keys: one at a time, with its key as a number. */
interface LineCursor {
  /** Infinity after the last line. */
  key: number;
  /** With its end. */
  line: Buffer;
  next(): void;
}

const lineFeed = 10;
const pieceBytes = 256 * 1024;
/** A telephone number has no more. */
const mostDigits = 15;

/** The lines of a snapshot. `keyOffset` is how many bytes of each line come before the digits of its key. */
function openLines(fd: number, keyOffset: number): LineCursor {
  let rest = Buffer.alloc(0);
  let position = 0;

  function readOn(): boolean {
    const piece = Buffer.allocUnsafe(pieceBytes);
    const read = readSync(fd, piece, 0, pieceBytes, position);
    position += read;
    rest = Buffer.concat([rest, piece.subarray(0, read)]);
    return read > 0;
  }

  const cursor: LineCursor = {
    key: Number.NEGATIVE_INFINITY,
    line: rest,
    next() {
      let end = rest.indexOf(lineFeed);
      while (end === -1 && readOn()) end = rest.indexOf(lineFeed);
      cursor.line = rest.subarray(0, end + 1);
      rest = rest.subarray(end + 1);
      cursor.key =
        end === -1
          ? Number.POSITIVE_INFINITY
          : Number.parseInt(cursor.line.toString('latin1', keyOffset, keyOffset + mostDigits), 10);
    },
  };
  cursor.next();
  return cursor;
}
