import { type Change, refusedChange } from '../change.ts';
import type { Group, Written } from './group.ts';
import type { JobLedger, Taken } from './job-ledger.ts';
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
  /** Resolves, and rejects, as `Writer.commit` returns and throws. */
  commit(group: Group): Promise<Written>;
  close(): Promise<void>;
}

interface Entry {
  readonly change: Change;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export function createCommitGroup(ledger: JobLedger, writer: GroupWriter): CommitGroup {
  let waiting: Entry[] = [];
  /** A group is on its way to the disk, or will be at the end of this turn of the event loop. */
  let underWay = false;
  let idle: (() => void) | undefined;

  /** Whatever comes while one group is on its way shares the next. */
  const commit = (): void => {
    underWay = waiting.length > 0;
    if (!underWay) return idle?.();
    let taken: Taken;
    try {
      taken = ledger.take(waiting.map(({ change }) => change));
    } catch (error) {
      return end(waiting.splice(0), error);
    }
    const group = waiting.splice(0, taken.count);
    writer.commit(taken.group).then(
      (written) => {
        if ('refused' in written) return again(group, taken.placesOf(written.refused));
        taken.written(written.before);
        // The next group sets out before those who wait for this one are told: the disk need not wait for them.
        commit();
        tell(group, taken.refused);
      },
      (error: unknown) => end(group, error),
    );
  };

  const end = (group: readonly Entry[], error: unknown): void => {
    commit();
    for (const { reject } of group) reject(error);
  };

  /** Nothing of the group was written: it sets out once more without these. */
  const again = (group: readonly Entry[], refused: readonly number[]): void => {
    waiting = [...group.filter((_, place) => !refused.includes(place)), ...waiting];
    commit();
    for (const place of refused) refuse(group[place]!);
  };

  return {
    add(change) {
      return new Promise((resolve, reject) => {
        waiting.push({ change, resolve, reject });
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
  group.forEach((entry, place) => {
    if (refused.length > 0 && refused.includes(place)) refuse(entry);
    else entry.resolve();
  });
}

function refuse({ change, reject }: Entry): void {
  reject(refusedChange(change));
}

/** Writes on this thread. */
export function writerHere(writer: Writer): GroupWriter {
  return {
    commit: async (group) => writer.commit(group),
    close: async () => writer.close(),
  };
}
