import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { ascendingOrder, createKeyTable, doubled } from '../../audience/list-memory.ts';
import { hasNotations, personKey } from '../../audience/number/person-key.ts';
import { createFileAppender, type LineWriter } from './line-writer.ts';

export interface Sorted {
  readonly lines: number;
  /** Lines that were left out, as their person was there before; and the first such keys. */
  readonly duplicates: number;
  readonly duplicateKeys: readonly number[];
}

const linesAtOnce = 5_000;
/** The next line is often behind this one. */
const readAhead = 4 * 1024;
const shownKeys = 3;

/** Lines in the order of a source → in the order of their keys. They are in a file; in memory are the key and the place of each. */
export function createRowSorter(temporary: string) {
  const fd = openSync(temporary, 'wx+', 0o600);
  const file = createFileAppender(fd);
  let keys = new Float64Array(1024);
  let ends = new Float64Array(1024);
  let lines = 0;

  /** Reads lines of the file, of which it keeps what it read last. */
  function createLineReader(): (index: number) => Buffer {
    let read = Buffer.alloc(0);
    let from = 0;
    return (index) => {
      const [start, end] = [index === 0 ? 0 : ends[index - 1]!, ends[index]!];
      if (start < from || end > from + read.length) {
        read = Buffer.allocUnsafe(Math.max(end - start, Math.min(readAhead, file.size - start)));
        readSync(fd, read, 0, read.length, start);
        from = start;
      }
      return read.subarray(start - from, end - from);
    };
  }

  return {
    add(key: number, line: string): void {
      if (lines === keys.length) [keys, ends] = [doubled(keys), doubled(ends)];
      file.append(Buffer.from(line));
      keys[lines] = key;
      ends[lines++] = file.size;
    },
    /** Gives all lines to the writer. Of lines with the same person's number, only the first. */
    async drain(to: LineWriter): Promise<Sorted> {
      file.flush();
      const lineAt = createLineReader();
      const duplicateKeys: number[] = [];
      /** Of numbers that may be written in an older notation, too. */
      const people = createKeyTable();
      let [written, duplicates, last] = [0, 0, Number.NaN];
      for (const index of ascendingOrder(keys.subarray(0, lines))) {
        const key = keys[index]!;
        if (key === last || (hasNotations(key) && people.add(personKey(key)) < 0)) {
          if (duplicates++ < shownKeys && duplicateKeys.at(-1) !== key) duplicateKeys.push(key);
          continue;
        }
        to.write(lineAt(index));
        last = key;
        if (++written % linesAtOnce === 0) await to.pause();
      }
      return { lines: written, duplicates, duplicateKeys };
    },
    /** Removes the temporary file. */
    close(): void {
      closeSync(fd);
      rmSync(temporary, { force: true });
    },
  };
}

export type RowSorter = ReturnType<typeof createRowSorter>;
