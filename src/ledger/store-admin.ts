import type { Refused } from './backend.ts';
import type { Migrated, StoreFacts } from './store-facts.ts';

/** Makes the tables of a database that holds ledgers. */
export async function migrateStore(url: string): Promise<Migrated | Refused> {
  return (await import('./postgres/administer.ts')).migrate(url);
}

export async function inspectStore(url: string): Promise<StoreFacts | Refused> {
  return (await import('./postgres/administer.ts')).inspect(url);
}
