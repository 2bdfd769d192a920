import { type Change, isJobChange, refusedChange } from './change.ts';

/** Changes that are made durable together: what is added within one turn of the event loop, or during a sync, shares one. */
export interface CommitGroup {
  /** Resolves when these changes are on disk. Rejects when one of them is refused; a failed commit rejects its whole group. */
  add(changes: readonly Change[]): Promise<void>;
  /** Resolves when nothing is on its way to the disk any more. */
  close(): Promise<void>;
}

/** What makes a group durable: a database here, on another thread or on another machine. */
export interface GroupWriter {
  /** Resolves, when the group is on disk, with the places of those that were refused. */
  commit(changes: readonly Change[]): Promise<readonly number[]>;
  /** Resolves a commit that is on disk at once, rather than in the next turn of the event loop. */
  poll?(): void;
  close(): Promise<void>;
}

/** One call of `add`; its changes are those of the group from `from` on, up to those of the next entry. */
interface Entry {
  readonly from: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface Group {
  readonly changes: Change[];
  readonly entries: Entry[];
}

interface CommitGroupInput {
  readonly writer: GroupWriter;
  /**
   * When this many calls of `add` wait, their group is written as soon as the disk is free and not at the end of the turn of the event
   * loop: a turn that reads the answers of many connections takes longer than a commit. For fewer it would only make more commits.
   */
  readonly largeGroup?: number | undefined;
  /** Called for each change that is on disk, before its `add` resolves. */
  readonly onDisk?: (change: Change) => void;
}

export function createCommitGroup(input: CommitGroupInput): CommitGroup {
  const { writer, largeGroup = Number.POSITIVE_INFINITY, onDisk } = input;
  let waiting: Group = { changes: [], entries: [] };
  /** A group is on its way to the disk, or will be at the end of this turn of the event loop. */
  let underWay = false;
  let idle: (() => void) | undefined;

  /** What comes while one group is on its way shares the next. */
  const commit = (): void => {
    const group = waiting;
    waiting = { changes: [], entries: [] };
    underWay = group.entries.length > 0;
    if (!underWay) return idle?.();
    // The next group is handed over before this one is resolved, so that the disk does not wait for what follows from it.
    writer.commit(group.changes).then(
      (refused) => {
        commit();
        resolveAll(group, refused);
      },
      (error: unknown) => {
        commit();
        for (const { reject } of group.entries) reject(error);
      },
    );
  };

  const resolveAll = ({ changes, entries }: Group, refused: readonly number[]): void => {
    entries.forEach(({ from, resolve, reject }, at) => {
      const to = entries[at + 1]?.from ?? changes.length;
      const first = refused.length === 0 ? undefined : refused.find((place) => place >= from && place < to);
      const change = first === undefined ? undefined : changes[first];
      if (change !== undefined && isJobChange(change)) return reject(refusedChange(change));
      if (onDisk !== undefined) for (let place = from; place < to; place++) onDisk(changes[place]!);
      resolve();
    });
  };

  return {
    add(changes) {
      return new Promise((resolve, reject) => {
        waiting.entries.push({ from: waiting.changes.length, resolve, reject });
        for (const change of changes) waiting.changes.push(change);
        if (waiting.entries.length >= largeGroup) writer.poll?.();
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
