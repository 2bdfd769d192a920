import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../platform/sqlite.ts';

/** Changes that are made durable together: whatever is added within one turn of the event loop, or during a sync, shares one. */
export interface CommitGroup {
  /** Resolves when the change is on disk. A change that throws rejects alone; a failed commit rejects all of its group. */
  add(change: () => void): Promise<void>;
  flush(): Promise<void>;
}

interface Entry {
  readonly change: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface CommitHooks {
  /** Within the transaction, after its changes. What it throws breaks the group: nothing of it becomes durable. */
  before(): void;
  /** On disk. Nobody has been told yet. */
  after(): void;
}

export function createCommitGroup(database: Database, hooks?: CommitHooks): CommitGroup {
  let waiting: Entry[] = [];
  let flushed: Promise<void> | undefined;
  /** After a failed commit the file's state is not known to us: nothing more is promised. */
  let broken: unknown;

  /** Whatever comes while one group is on its way to the disk shares the next. */
  async function commitAll(): Promise<void> {
    while (waiting.length > 0) {
      const entries = waiting;
      waiting = [];
      await commit(entries);
      // Those who have just been told may have something to add.
      await setImmediate();
    }
    flushed = undefined;
  }

  async function commit(entries: readonly Entry[]): Promise<void> {
    const failed = new Map<Entry, unknown>();
    try {
      if (broken !== undefined) throw broken;
      await database.commit(() => {
        for (const entry of entries) {
          try {
            entry.change();
          } catch (error) {
            failed.set(entry, error);
          }
        }
        hooks?.before();
      });
      hooks?.after();
    } catch (error) {
      broken = error;
      for (const entry of entries) entry.reject(error);
      return;
    }
    for (const entry of entries) {
      if (failed.has(entry)) entry.reject(failed.get(entry));
      else entry.resolve();
    }
  }

  return {
    add(change) {
      return new Promise((resolve, reject) => {
        waiting.push({ change, resolve, reject });
        flushed ??= setImmediate().then(commitAll);
      });
    },
    async flush() {
      await flushed;
    },
  };
}
