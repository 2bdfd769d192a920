import { type Change, refusedChange } from '../change.ts';
import type { Writer } from './writer.ts';

/** Changes that are made durable together: whatever is added within one turn of the event loop goes to the disk as one. */
export interface CommitGroup {
  /** Resolves when the change is on disk. A change that is refused rejects alone; a failed commit rejects all of its group. */
  add(change: Change): Promise<void>;
  /** Resolves when nothing is on its way to the disk any more. */
  close(): Promise<void>;
}

/** A `Writer`, here or on another thread. */
export interface GroupWriter {
  /** Resolves, when the group is on disk, with the places of those that were refused; rejects as `Writer.commit` throws. */
  commit(changes: readonly Change[]): Promise<readonly number[]>;
  close(): Promise<void>;
}

interface Entry {
  readonly change: Change;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export function createCommitGroup(writer: GroupWriter): CommitGroup {
  let entries: Entry[] = [];
  let underWay = 0;
  let idle: (() => void) | undefined;

  async function commit(): Promise<void> {
    const group = entries;
    entries = [];
    try {
      const refused = await writer.commit(group.map(({ change }) => change));
      const isRefused = new Set(refused);
      group.forEach(({ change, resolve, reject }, at) => {
        if (isRefused.has(at)) reject(refusedChange(change));
        else resolve();
      });
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
    underWay--;
    if (underWay === 0) idle?.();
  }

  return {
    add(change) {
      return new Promise((resolve, reject) => {
        if (entries.length === 0) {
          underWay++;
          setImmediate(() => void commit());
        }
        entries.push({ change, resolve, reject });
      });
    },
    async close() {
      if (underWay > 0) await new Promise<void>((resolve) => (idle = resolve));
      await writer.close();
    },
  };
}

/** Writes on this thread: for one who leaves word, and needs no thread for it. */
export function writerHere(writer: Writer): GroupWriter {
  return {
    commit: async (changes) => writer.commit([changes])[0] ?? [],
    close: async () => writer.close(),
  };
}
