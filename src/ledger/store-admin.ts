import type { Refused } from './backend.ts';
import { shownStore } from './store-address.ts';
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
  const load = () => import('./postgres/administer.ts');
  return {
    location: shownStore(url),
    migrate: async () => (await load()).migrate(url),
    inspect: async () => (await load()).inspect(url),
  };
}
