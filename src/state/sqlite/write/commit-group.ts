import { type Change, isJobChange, refusedChange } from '../../change.ts';
import type { Writer } from './writer.ts';

/** Changes that are made durable together: what is added within one turn of the event loop, or during a sync, shares one. */
export interface CommitGroup {
  /** Resolves when these changes are on disk. Rejects when one of them is refused; a failed commit rejects its whole group. */
  add(changes: readonly Change[]): Promise<void>;
  /** Resolves when nothing is on its way to the disk any more. */
  close(): Promise<void>;
}

/** A `Writer`, here or on another thread. */
export interface GroupWriter {
  /** Resolves, when the group is on disk, with the places of those that were refused; rejects as `Writer.commit` throws. */
  commit(changes: readonly Change[]): Promise<readonly number[]>;
  /** Resolves a commit that is on disk at once, rather than in the next turn of the event loop. */
  poll?(): void;
  close(): Promise<void>;
}

interface Entry {
  readonly changes: readonly Change[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * `largeGroup`: when this many calls of `add` wait, their group is written as soon as the disk is free and not at the end of the turn
 * of the event loop: a turn that reads the answers of many connections takes longer than a commit. For fewer it would only make more
 * commits.
 */
export function createCommitGroup(writer: GroupWriter, largeGroup = Number.POSITIVE_INFINITY): CommitGroup {
  let waiting: Entry[] = [];
  /** A group is on its way to the disk, or will be at the end of this turn of the event loop. */
  let underWay = false;
  let idle: (() => void) | undefined;

  /** What comes while one group is on its way shares the next. */
  const commit = (): void => {
    const group = waiting;
    waiting = [];
    underWay = group.length > 0;
    if (!underWay) return idle?.();
    // The next group is handed over before this one is resolved, so that the disk does not wait for what follows from it.
    writer.commit(group.flatMap(({ changes }) => changes)).then(
      (refused) => {
        commit();
        resolveAll(group, refused);
      },
      (error: unknown) => {
        commit();
        for (const { reject } of group) reject(error);
      },
    );
  };

  return {
    add(changes) {
      return new Promise((resolve, reject) => {
        waiting.push({ changes, resolve, reject });
        if (waiting.length >= largeGroup) writer.poll?.();
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

function resolveAll(group: readonly Entry[], refused: readonly number[]): void {
  let at = 0;
  for (const { changes, resolve, reject } of group) {
    const from = at;
    at += changes.length;
    const first = refused.length === 0 ? undefined : refused.find((place) => place >= from && place < at);
    const change = first === undefined ? undefined : changes[first - from];
    if (change !== undefined && isJobChange(change)) reject(refusedChange(change));
    else resolve();
  }
}

/** Writes on this thread. */
export function writerHere(writer: Writer): GroupWriter {
  return {
    commit: async (changes) => writer.commit(changes),
    close: async () => writer.close(),
  };
}
