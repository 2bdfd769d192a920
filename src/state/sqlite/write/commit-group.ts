import { type Change, refusedChange } from '../../change.ts';
import type { Writer } from './writer.ts';

/** Changes that are made durable together: whatever is added within one turn of the event loop, or during a sync, shares one. */
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
  /** Hears at once that a group is on disk, which would be told in the next turn of the event loop only. */
  look?(): void;
  close(): Promise<void>;
}

interface Entry {
  readonly change: Change;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * `largeGroup`: with so many waiting, a group sets out as soon as the disk is free, as a turn of the event loop with an answer for
 * each of many connections takes longer than a commit. With fewer there would be more commits of the same changes.
 */
export function createCommitGroup(writer: GroupWriter, largeGroup = Number.POSITIVE_INFINITY): CommitGroup {
  let waiting: Entry[] = [];
  /** A group is on its way to the disk, or will be at the end of this turn of the event loop. */
  let underWay = false;
  let idle: (() => void) | undefined;

  /** Whatever comes while one group is on its way shares the next. */
  const commit = (): void => {
    const group = waiting;
    waiting = [];
    underWay = group.length > 0;
    if (!underWay) return idle?.();
    // The next group sets out before those who wait for this one are told: the disk need not wait for them.
    writer.commit(group.map(({ change }) => change)).then(
      (refused) => {
        commit();
        tell(group, refused);
      },
      (error: unknown) => {
        commit();
        for (const { reject } of group) reject(error);
      },
    );
  };

  return {
    add(change) {
      return new Promise((resolve, reject) => {
        waiting.push({ change, resolve, reject });
        if (waiting.length >= largeGroup) writer.look?.();
        if (underWay) return;
        underWay = true;
        setImmediate(commit);
      });
    },
    async close() {
      if (underWay) await new Promise<void>((resolve) => void (idle = resolve));
      await writer.close();
    },
  };
}

function tell(group: readonly Entry[], refused: readonly number[]): void {
  group.forEach(({ change, resolve, reject }, at) => {
    if (refused.length > 0 && refused.includes(at)) reject(refusedChange(change));
    else resolve();
  });
}

/** Writes on this thread. */
export function writerHere(writer: Writer): GroupWriter {
  return {
    commit: async (changes) => writer.commit(changes),
    close: async () => writer.close(),
  };
}
