import { existsSync } from 'node:fs';
import type { RunAbout } from '../backend.ts';
import type { Doubtful, StateWarning } from '../refusal.ts';
import { openMark, openRollbackGuard } from '../rollback-guard.ts';
import { isSameDatabase, isStoreAddress } from '../store-address.ts';

/**
 * What this machine remembers of a store, apart from it: how far it has come, and whether another store or a state file carried out the
 * run. A store that was restored from a backup looks as sound as any other, and an empty one as if nobody had been contacted.
 */
export interface RollbackMark {
  /** Of a store of this lineage that has come so far. */
  check(lineage: string, revision: number): Doubtful | undefined;
  /** Remembers that the run is carried out there; a warning where that is not possible. */
  begin(lineage: string, revision: number, runner: string): StateWarning | undefined;
  advance(revision: number): void;
  close(): void;
}

export function openRollbackMark(folder: string, about: RunAbout, location: string): RollbackMark {
  const guard = openRollbackGuard(folder);
  let mark: ReturnType<typeof openMark> | undefined;
  return {
    check(lineage, revision) {
      const elsewhere = guard.location(about);
      if (elsewhere !== undefined && elsewhere.lineage !== lineage) {
        const { path } = elsewhere;
        const seq = guard.highWaterMark(elsewhere.lineage)?.seq ?? 0;
        if (seq > 0) return { kind: 'missing', path, isThere: isStoreAddress(path) || existsSync(path) };
      }
      const { seq: known, path } = guard.highWaterMark(lineage) ?? { seq: 0, path: location };
      if (revision < known) return { kind: 'behind', seq: revision, known };
      // Before its first group of changes a store knows nothing that a copy could repeat.
      return revision > 0 && !isSameDatabase(path, location) ? { kind: 'copied', path } : undefined;
    },
    begin(lineage, revision, runner) {
      try {
        mark = openMark(guard.begin(about, lineage, { seq: revision, path: location }, runner).highWaterMark);
        return undefined;
      } catch (error) {
        return { kind: 'noGuard', folder, message: error instanceof Error ? error.message : String(error) };
      }
    },
    advance: (revision) => mark?.advance(revision),
    close: () => mark?.close(),
  };
}
