import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { createHashedFile, type HashedFile } from './hashed-file.ts';
import { allocateLines, copyLine, type LineBytes } from './line-bytes.ts';
import type { LineCursor } from './line-cursor.ts';
import type { SnapshotThread } from './start-snapshot-thread.ts';

/** Writes a new snapshot: nothing is under its name until all of it is on disk. */
export interface LineWriter {
  readonly temporary: string;
  /** The line at which the cursor is. */
  write(cursor: Pick<LineCursor, 'view' | 'start' | 'end'>): void;
  /** To be awaited now and then: another turn of the event loop, in which Ctrl-C ends, and time for what is to be written. */
  pause(): Promise<unknown>;
  /** SHA-256 of what was written, hex; the file stays under its temporary name. */
  finish(): Promise<string>;
  /** Removes the temporary file, unless it was renamed. The thread does nothing any more by then. */
  discard(): void;
}

const blockBytes = 1024 * 1024;
/** More do not wait for the thread. */
const blocksInMemory = 4;

/** If the thread is running when there is something to write, it hashes and writes. */
export function createLineWriter(temporary: string, thread?: SnapshotThread): LineWriter {
  const fd = openSync(temporary, 'wx', 0o600);
  const spare: LineBytes[] = [];
  let block = allocateLines(blockBytes);
  let filled = 0;
  let file: HashedFile | undefined;

  function flush(): void {
    if (file === undefined && thread?.isRunning) {
      const given = block;
      const task = { kind: 'append', bytes: given.buffer.buffer, length: filled, fd } as const;
      thread.submit(task, () => void spare.push(given));
      block = spare.pop() ?? allocateLines(blockBytes);
    } else {
      file ??= createHashedFile(fd);
      file.append(block.buffer.subarray(0, filled));
    }
    filled = 0;
  }

  return {
    temporary,
    write({ view, start, end }) {
      if (filled + end - start > block.length) {
        flush();
        if (end - start > block.length) block = allocateLines(end - start);
      }
      filled = copyLine(view, start, end, block.view, filled);
    },
    async pause() {
      await setImmediate();
      await thread?.settle(blocksInMemory);
    },
    async finish() {
      flush();
      if (file !== undefined) return file.finish();
      let digest = '';
      thread!.submit({ kind: 'finish' }, (answer) => void (digest = answer!));
      await thread!.settle(0);
      return digest;
    },
    discard() {
      closeSync(fd);
      rmSync(temporary, { force: true });
    },
  };
}

/** Ends in `.tmp`: what is left of a process that was killed is removed by the next. */
export function temporaryName(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}.tmp`;
}
