import type { Refused } from './backend.ts';
import { inSession } from './postgres/in-session.ts';
import { inspectStore } from './postgres/inspect-store.ts';
import { checkDurability, makeStore } from './postgres/tables.ts';
import { parseStoreAddress } from './store-address.ts';
import type { Migrated, StoreFacts } from './store-facts.ts';

/** What is done with a database that holds ledgers, rather than with one run. */
export interface StoreAdmin {
  /** Its address, without the password. */
  readonly location: string;
  /** Makes the tables. */
  migrate(): Promise<Migrated | Refused>;
  inspect(): Promise<StoreFacts | Refused>;
}

export function createStoreAdmin(url: string): StoreAdmin {
  const address = parseStoreAddress(url);
  return {
    location: 'fault' in address ? 'the store' : address.shown,
    migrate: () =>
      inSession(url, async (session) => {
        await checkDurability(session);
        return makeStore(session);
      }),
    inspect: () => inSession(url, inspectStore),
  };
}
