import type { Refused } from '../backend.ts';
import type { Migrated, StoreFacts } from '../store-facts.ts';
import { inSession } from './in-session.ts';
import { inspectStore } from './inspect-store.ts';
import { checkDurability, makeStore } from './tables.ts';

export function migrate(url: string): Promise<Migrated | Refused> {
  return inSession(url, async (session) => {
    await checkDurability(session);
    return makeStore(session);
  });
}

export function inspect(url: string): Promise<StoreFacts | Refused> {
  return inSession(url, inspectStore);
}
