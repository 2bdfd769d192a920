import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import {
  type SqliteLock,
  takeSharedSqliteLock,
  takeSqliteLock,
  unlessBusy,
} from '../../../platform/sql/sqlite-lock.ts';
import type { Holder } from '../../refusal.ts';
import type { LockFiles, StatePaths } from '../../state-paths.ts';

/**
 * One runner per campaign in a folder, and one per run on this machine. The lock is the operating system's, held by an open SQLite transaction on a file of its
 * own: it ends with the process, however that ends. Returns the holder when another process has it.
 */
export function takeRunLock(paths: LockFiles, me: Holder): SqliteLock | { readonly holder: Holder | undefined } {
  // A process that only looks (`isHeld`) has it for microseconds.
  const lock = unlessBusy(() => takeSqliteLock(paths.lock, 300));
  if (lock === undefined) return { holder: readHolder(paths) };
  try {
    writeFileSync(paths.holder, `${JSON.stringify(me)}\n`, { mode: 0o600 });
  } catch (error) {
    lock.release();
    throw error;
  }
  return lock;
}

/** Whether a process holds the lock now. Looking takes it shared, for a moment. */
export function isHeld(paths: Pick<LockFiles, 'lock'>): boolean {
  if (!existsSync(paths.lock)) return false;
  const look = unlessBusy(() => takeSharedSqliteLock(paths.lock));
  look?.release();
  return look === undefined;
}

export function readHolder(paths: LockFiles): Holder | undefined {
  try {
    return JSON.parse(readFileSync(paths.holder, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

/** The run of this file that a process is carrying out; `run` where it cannot be read which. */
export function carriedOutIn(paths: StatePaths, run: string): string | undefined {
  return isHeld(paths) ? (readHolder(paths)?.run ?? run) : undefined;
}
