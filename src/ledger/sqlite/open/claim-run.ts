import { realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { messageOf } from '../../../diagnostic/message-of.ts';
import type { SqliteLock } from '../../../platform/sql/sqlite-lock.ts';
import type { OpenForRunning, RunAbout } from '../../backend.ts';
import { makeStateFolder } from '../../make-state-folder.ts';
import type { Holder, StateRefusal } from '../../refusal.ts';
import type { RollbackGuard } from '../../rollback-guard.ts';
import type { StatePaths } from '../../state-paths.ts';
import { takeRunLock } from '../file/run-lock.ts';

export interface OpenForRunningInput extends OpenForRunning {
  readonly paths: StatePaths;
  readonly guard: RollbackGuard | undefined;
  readonly guardFolder: string | undefined;
}

/** The two locks of a run: of its campaign in this folder, and of its name in the rollback guard. */
export interface RunClaim extends SqliteLock {
  /** Why the rollback guard could not be locked. Absent where it is locked, or where there is none. */
  readonly unguarded?: string;
}

/**
 * Claims a run for this process before anything else is done with it. The lock of the folder alone would let in a copied folder, a
 * hard link, or another folder for the state while the first process has not sent anything yet. Returns the holder of either lock when
 * another process has it.
 */
export function claimRun(
  input: Pick<OpenForRunningInput, 'paths' | 'about' | 'me' | 'guard'>,
): RunClaim | { readonly holder: Holder | undefined } {
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
    return { ...file, unguarded: messageOf(error) };
  }
}

export function lockedBy(holder: Holder | undefined, paths: StatePaths, about: RunAbout): StateRefusal {
  const { state } = holder ?? {};
  return {
    kind: 'locked',
    holder,
    ...(holder === undefined || holder.run === about.run ? {} : { otherRun: holder.run }),
    ...(state === undefined || state === stateFileOf(paths) ? {} : { otherState: state }),
  };
}

/** The path of the state file, which need not exist yet, without symbolic links. */
function stateFileOf({ folder, database }: StatePaths): string {
  return join(realpathSync(folder), basename(database));
}
