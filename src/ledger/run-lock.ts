import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type SqliteLock, takeSharedSqliteLock, takeSqliteLock, unlessBusy } from '../platform/sql/sqlite.ts';
import type { RunAbout } from './backend.ts';
import type { Holder, StateRefusal } from './refusal.ts';
import type { LockFiles } from './state-paths.ts';

/** A process that only looks (`isHeld`) has a lock for microseconds. */
const busyMs = 300;

/**
 * One runner per campaign in a folder, and one per run on this machine. The lock is the operating system's, held by an open SQLite
 * transaction on a file of its own: it ends with the process, however that ends. `shared`: with others who take it so. Returns the holder
 * when another process has it.
 */
export function takeRunLock(
  paths: LockFiles,
  me: Holder,
  shared?: 'shared',
): SqliteLock | { readonly holder: Holder | undefined } {
  const take = shared === undefined ? takeSqliteLock : takeSharedSqliteLock;
  const lock = unlessBusy(() => take(paths.lock, busyMs));
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

/** `state`: where this process keeps the run's state. */
export function lockedBy(holder: Holder | undefined, { run }: Pick<RunAbout, 'run'>, state: string): StateRefusal {
  const other = holder?.state;
  return {
    kind: 'locked',
    holder,
    ...(holder === undefined || holder.run === run ? {} : { otherRun: holder.run }),
    ...(other === undefined || other === state ? {} : { otherState: other }),
  };
}
