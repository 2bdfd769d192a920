import { dirname } from 'node:path';
import type { SqliteLock } from '../../platform/sql/sqlite-lock.ts';
import type { Holder } from '../refusal.ts';
import { isSandboxFile, type LockFiles, statePaths } from '../state-paths.ts';
import { isHeld, readHolder, takeRunLock } from './file/run-lock.ts';
import { lookInFile } from './file/state-file.ts';

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
