import type { Refused } from './backend.ts';
import { inSession } from './postgres/in-session.ts';
import { inspectStore as inspect } from './postgres/inspect-store.ts';
import { checkDurability, makeStore } from './postgres/tables.ts';
import type { Migrated, StoreFacts } from './store-facts.ts';

/** Makes the tables of a database that holds ledgers. */
export function migrateStore(url: string): Promise<Migrated | Refused> {
  return inSession(url, async (session) => {
    await checkDurability(session);
    return makeStore(session);
  });
}

export function inspectStore(url: string): Promise<StoreFacts | Refused> {
  return inSession(url, inspect);
}
