import type { Refused } from './backend.ts';
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
  if ('fault' in address) {
    const refused: Refused = { refused: { kind: 'trouble', trouble: 'storeAddress', message: address.fault } };
    return { location: 'the store', migrate: async () => refused, inspect: async () => refused };
  }
  const load = () => import('./postgres/administer.ts');
  return {
    location: address.shown,
    migrate: async () => (await load()).migrate(address),
    inspect: async () => (await load()).inspect(address),
  };
}
