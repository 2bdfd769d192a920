import { existsSync } from 'node:fs';
import { messageOf } from '../../diagnostic/message-of.ts';
import type { RunAbout } from '../backend.ts';
import type { Doubtful, StateWarning } from '../refusal.ts';
import { type MarkFile, openMark, openRollbackGuard } from '../rollback-guard.ts';
import { isSameDatabase, isStoreAddress } from '../store-address.ts';

/**
 * What this machine remembers of a store, apart from it: how far it has come, and whether another store or a state file carried out the
 * run. A store that was restored from a backup looks as sound as any other, and an empty one as if nobody had been contacted.
 */
export interface RollbackMark {
  /** Of a store of this lineage that has come so far. */
  check(lineage: string, revision: number): Doubtful | undefined;
  /** Remembers that the run is carried out there; a warning where that is not possible. `isAdopted`: from this revision on, it counts. */
  begin(started: {
    readonly lineage: string;
    readonly revision: number;
    readonly runner: string;
    readonly isAdopted: boolean;
  }): StateWarning | undefined;
  advance(revision: number): void;
  close(): void;
}

/**
 * No lock of this machine keeps two processes apart: one that was stopped may go on when another one has led for long. It must not put
 * the mark back to where it was.
 */
export function openRollbackMark(folder: string, about: RunAbout, location: string): RollbackMark {
  const guard = openRollbackGuard(folder);
  const known = (lineage: string): number => guard.highWaterMark(lineage)?.seq ?? 0;
  let mark: MarkFile | undefined;
  return {
    check(lineage, revision) {
      const elsewhere = guard.location(about);
      if (elsewhere !== undefined && elsewhere.lineage !== lineage) {
        const { path } = elsewhere;
        if (known(elsewhere.lineage) > 0)
          return { kind: 'missing', path, isThere: isStoreAddress(path) || existsSync(path) };
      }
      const { seq, path } = guard.highWaterMark(lineage) ?? { seq: 0, path: location };
      if (revision < seq) return { kind: 'behind', seq: revision, known: seq };
      // Before its first group of changes a store knows nothing that a copy could repeat.
      return revision > 0 && !isSameDatabase(path, location) ? { kind: 'copied', path } : undefined;
    },
    begin({ lineage, revision, runner, isAdopted }) {
      try {
        const seq = isAdopted ? revision : Math.max(revision, known(lineage));
        guard.remember(lineage, { seq, path: location });
        const { highWaterMark } = guard.begin(about, { lineage, path: location, runner });
        mark = openMark(highWaterMark);
        return undefined;
      } catch (error) {
        return { kind: 'noGuard', folder, message: messageOf(error) };
      }
    },
    advance: (revision) => mark?.advance(revision),
    close: () => mark?.close(),
  };
}
