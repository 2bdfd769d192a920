import type { Refused } from '../backend.ts';
import type { StoreAddress } from '../store-address.ts';
import type { Migrated, StoreFacts } from '../store-facts.ts';
import { inSession } from './in-session.ts';
import { inspectStore } from './inspect-store.ts';
import { checkDurability, makeStore } from './tables.ts';

export function migrate(store: StoreAddress | string): Promise<Migrated | Refused> {
  return inSession(store, async (session) => {
    await checkDurability(session);
    return makeStore(session);
  });
}

export function inspect(store: string): Promise<StoreFacts | Refused> {
  return inSession(store, inspectStore);
}
