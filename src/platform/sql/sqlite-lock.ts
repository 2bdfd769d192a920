import { type Database, databaseTrouble, openDatabase } from './sqlite.ts';

/** A lock of the operating system that ends with the process, however it ends. */
export interface SqliteLock {
  release(): void;
}

/**
 * Locks a file by an open SQLite transaction on it; throws `busy` (see `databaseTrouble`) if another process has it for longer than
 * `busyMs`. It does not use `locking_mode = EXCLUSIVE`: two processes that start at the same instant would each keep the shared lock
 * that the other one waits for.
 */
export function takeSqliteLock(path: string, busyMs = 0): SqliteLock {
  return lock(path, 'BEGIN EXCLUSIVE', busyMs);
}

/** Any number of processes may have it, while nobody has the file for themselves. */
export function takeSharedSqliteLock(path: string): SqliteLock {
  return lock(path, 'BEGIN; SELECT count(*) FROM sqlite_master', 0);
}

/** Undefined where another process has it. */
export function unlessBusy(take: () => SqliteLock): SqliteLock | undefined {
  try {
    return take();
  } catch (error) {
    if (databaseTrouble(error) === 'busy') return undefined;
    throw error;
  }
}

function lock(path: string, begin: string, busyMs: number): SqliteLock {
  const database: Database = openDatabase(path, { busyMs });
  try {
    database.exec(`PRAGMA journal_mode = DELETE; ${begin}`);
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    release() {
      database.exec('ROLLBACK');
      database.close();
    },
  };
}
