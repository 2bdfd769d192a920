import type { SqliteLock } from '../../platform/sqlite-lock.ts';
import type { Holder } from '../refusal.ts';
import type { LockFiles } from '../state-paths.ts';
import { isHeld, readHolder, takeRunLock } from './file/run-lock.ts';

/** Takes the lock of a state file, so that no process runs its campaign meanwhile; the holder where another process has it. */
export function claimFile(
  database: string,
  me: Pick<Holder, 'pid' | 'host' | 'since'>,
): SqliteLock | { readonly holder: Holder | undefined } {
  return takeRunLock(lockFiles(database), { ...me, run: 'forget', state: database });
}

/** Who has the lock of a state file, where a process has it. */
export function whoHolds(database: string): { readonly holder: Holder | undefined } | undefined {
  const files = lockFiles(database);
  return isHeld(files) ? { holder: readHolder(files) } : undefined;
}

function lockFiles(database: string): LockFiles {
  const stem = database.slice(0, -'.db'.length);
  return { lock: `${stem}.lock`, holder: `${stem}.lock.json` };
}
