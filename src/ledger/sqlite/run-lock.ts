import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { messageOf } from '../../diagnostic/message-of.ts';
import type { SqliteLock } from '../../platform/sql/sqlite.ts';
import type { OpenForRunning } from '../backend.ts';
import type { Holder } from '../refusal.ts';
import type { RollbackGuard } from '../rollback-guard.ts';
import { isHeld, readHolder, takeRunLock } from '../run-lock.ts';
import { isSandboxFile, type LockFiles, makeStateFolder, type StatePaths, statePaths } from '../state-paths.ts';
import { lookInFile } from './file/state-file.ts';

/** The run of this file that a process is carrying out; `run` where it cannot be read which. */
export function carriedOutIn(paths: StatePaths, run: string): string | undefined {
  return isHeld(paths) ? (readHolder(paths)?.run ?? run) : undefined;
}

export interface OpenForRunningInput extends OpenForRunning {
  readonly paths: StatePaths;
  readonly guard: RollbackGuard | undefined;
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

/** The path of the state file, which need not exist yet, without symbolic links. */
export function stateFileOf({ folder, database }: StatePaths): string {
  return join(realpathSync(folder), basename(database));
}

/** Takes the locks of all campaigns of these files, so that no process runs one meanwhile; the holder where another process has one. */
export function claimFiles(
  paths: readonly string[],
  me: Pick<Holder, 'pid' | 'host' | 'since'>,
): SqliteLock | { readonly path: string; readonly holder: Holder | undefined } {
  const locks: SqliteLock[] = [];
  const release = (): void => {
    for (const lock of locks.splice(0)) lock.release();
  };
  try {
    for (const path of paths) {
      for (const files of lockFiles(path)) {
        const lock = takeRunLock(files, { ...me, run: 'forget', state: path });
        if ('holder' in lock) {
          release();
          return { path, ...lock };
        }
        locks.push(lock);
      }
    }
  } catch (error) {
    release();
    throw error;
  }
  return { release };
}

/** Who has the lock of a campaign of a file, where a process has one. */
export function whoHolds(path: string): { readonly holder: Holder | undefined } | undefined {
  const held = lockFiles(path).find(isHeld);
  return held && { holder: readHolder(held) };
}

function lockFiles(path: string): readonly LockFiles[] {
  const sandbox = isSandboxFile(path);
  return lookInFile(path, (database, { kind }) => {
    const names = kind === 'ours' ? database.prepare('SELECT name FROM campaign ORDER BY name').all() : [];
    return names.map(({ name }) => statePaths({ folder: dirname(path), campaign: String(name), sandbox }));
  });
}
