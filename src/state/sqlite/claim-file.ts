import type { SqliteLock } from '../../platform/sqlite-lock.ts';
import type { Holder } from '../refusal.ts';
import { takeRunLock } from './file/run-lock.ts';

/** Takes the lock of a state file, so that no process runs its campaign meanwhile; the holder where another process has it. */
export function claimFile(
  database: string,
  me: Pick<Holder, 'pid' | 'host' | 'since'>,
): SqliteLock | { readonly holder: Holder | undefined } {
  const stem = database.slice(0, -'.db'.length);
  return takeRunLock({ lock: `${stem}.lock`, holder: `${stem}.lock.json` }, { ...me, run: 'forget', state: database });
}
