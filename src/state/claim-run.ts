import { realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { SqliteLock } from '../platform/sqlite-lock.ts';
import { makeStateFolder } from './make-state-folder.ts';
import type { RollbackGuard } from './rollback-guard.ts';
import { type Holder, takeRunLock } from './sqlite/file/run-lock.ts';
import type { StatePaths } from './state-paths.ts';
import type { StoreAbout } from './store.ts';

/** The two locks of a run: of its state file, and of its name in the rollback guard. */
export interface RunClaim extends SqliteLock {
  /** Why the rollback guard could not be locked. Absent where it is, or where there is none. */
  readonly unguarded?: string;
}

/**
 * Claims a run for this process before anything else is done with it. The lock of the state file alone would let in a copied folder, a
 * hard link, or another folder for the state while the first process has not sent anything yet. Returns the holder of either lock when
 * another process has it.
 */
export function claimRun(input: {
  readonly paths: StatePaths;
  readonly about: StoreAbout;
  readonly me: Pick<Holder, 'pid' | 'host' | 'since'>;
  readonly guard: RollbackGuard | undefined;
}): RunClaim | { readonly holder: Holder | undefined } {
  const { paths, about, guard } = input;
  makeStateFolder(paths.folder);
  const me = { ...input.me, run: about.run, state: stateFileOf(paths) };
  const file = takeRunLock(paths, me);
  if ('holder' in file || guard === undefined) return file;
  try {
    const run = takeRunLock(guard.lockFiles(about), me);
    if ('holder' in run) {
      file.release();
      return run;
    }
    return {
      release() {
        run.release();
        file.release();
      },
    };
  } catch (error) {
    return { ...file, unguarded: error instanceof Error ? error.message : String(error) };
  }
}

/** The path of the state file, which may not be there yet, without symbolic links. */
export function stateFileOf({ folder, database }: StatePaths): string {
  return join(realpathSync(folder), basename(database));
}
