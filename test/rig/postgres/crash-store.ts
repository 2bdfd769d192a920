import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashStore } from '../crash-matrix.ts';
import { newDatabase, query } from './database.ts';

const connections = 'SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';

/** A store in an empty database, for processes that die one after another. */
export async function newCrashStore(): Promise<CrashStore> {
  const url = await newDatabase();
  return {
    url,
    async afterDeath() {
      // The server carries out what has reached it.
      while ((await query(url, connections)).length > 0) await sleep(10);
      await query(url, 'UPDATE callsheet.campaign SET lease_until = now()');
    },
  };
}
