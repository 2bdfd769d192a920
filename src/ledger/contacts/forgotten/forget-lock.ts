import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../../platform/ports.ts';
import { type SqliteLock, takeSharedSqliteLock, takeSqliteLock, unlessBusy } from '../../../platform/sql/sqlite.ts';
import { forgetLockPath, makeStateFolder } from '../../state-paths.ts';

/*
 * Whether somebody is being forgotten in a state folder. Each process that sends has the lock together with the others, from before it
 * reads who was forgotten until it ends; `forget` has it alone, from before it looks for runs until it has changed everything. So a run
 * knows of everybody who was forgotten, and two who forget at once do not overwrite each other's list.
 */

export type ForgetLock = SqliteLock;

const againMs = 50;
/** So often in a row it is shared: by processes that send. */
const triesBesideRuns = 10;

/** For a process that sends: waits while somebody is being forgotten. */
export async function keepForgetAway(folder: string): Promise<ForgetLock> {
  makeStateFolder(folder);
  for (; ; await pause(againMs)) {
    const lock = unlessBusy(() => takeSharedSqliteLock(forgetLockPath(folder)));
    if (lock !== undefined) return lock;
  }
}

/** For `forget`: waits for others who forget, each for another time. Undefined while a process sends. */
export async function keepRunsAway(folder: string, random: Random): Promise<ForgetLock | undefined> {
  makeStateFolder(folder);
  const path = forgetLockPath(folder);
  for (let shared = 0; shared < triesBesideRuns; await pause(againMs * (0.5 + random.next()))) {
    const lock = unlessBusy(() => takeSqliteLock(path));
    if (lock !== undefined) return lock;
    // Processes that send share it, for long. Others who forget do not, but for the moment in which they look, as here.
    const look = unlessBusy(() => takeSharedSqliteLock(path));
    look?.release();
    shared = look === undefined ? 0 : shared + 1;
  }
  return undefined;
}
