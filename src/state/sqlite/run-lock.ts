import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Instant } from '../../platform/ports.ts';
import { databaseTrouble, openDatabase } from '../../platform/sqlite.ts';
import type { StatePaths } from '../state-paths.ts';

/** Who holds a state file, and which run of it is being carried out. */
export interface Holder {
  readonly run: string;
  readonly pid: number;
  readonly host: string;
  readonly since: Instant;
}

export interface RunLock {
  release(): void;
}

/**
 * One runner per state file. The lock is the operating system's, held by an open SQLite transaction on a file of its own:
 * it dies with the process, however that dies. Returns the holder when somebody else has it.
 */
export function takeRunLock(paths: StatePaths, me: Holder): RunLock | { readonly holder: Holder | undefined } {
  // Somebody who only looks (`isHeld`) has it for microseconds.
  const database = openDatabase(paths.lock, { busyMs: 300 });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (databaseTrouble(error) === 'busy') return { holder: readHolder(paths) };
    throw error;
  }
  writeFileSync(paths.holder, `${JSON.stringify(me)}\n`, { mode: 0o600 });
  return { release: () => database.close() };
}

/** Whether a process holds the lock now. Looking takes it shared, for a moment. */
export function isHeld(paths: StatePaths): boolean {
  if (!existsSync(paths.lock)) return false;
  const database = openDatabase(paths.lock, { existing: true });
  try {
    database.prepare('SELECT count(*) FROM sqlite_master').get();
    return false;
  } catch (error) {
    if (databaseTrouble(error) === 'busy') return true;
    throw error;
  } finally {
    database.close();
  }
}

export function readHolder(paths: StatePaths): Holder | undefined {
  try {
    return JSON.parse(readFileSync(paths.holder, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}
