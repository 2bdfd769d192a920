import { readFileSync, writeFileSync } from 'node:fs';
import type { Instant } from '../../platform/ports.ts';
import { databaseTrouble, openDatabase } from '../../platform/sqlite.ts';
import type { StatePaths } from '../state-paths.ts';

/** Who holds a state file. */
export interface Holder {
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
  const database = openDatabase(paths.lock);
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

function readHolder(paths: StatePaths): Holder | undefined {
  try {
    return JSON.parse(readFileSync(paths.holder, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}
