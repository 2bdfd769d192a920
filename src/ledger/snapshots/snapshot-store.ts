import type { SnapshotStore } from '../postgres/snapshots/postgres-snapshots.ts';
import { parseStoreAddress } from '../store-address.ts';
import { storeError } from '../store-trouble.ts';

export type { SnapshotStore };

/** `mayMake`: the tables are made where there are none; else there are no snapshots until then. */
export async function openSnapshotStore(
  url: string,
  campaign: string,
  { mayMake }: { readonly mayMake: boolean },
): Promise<SnapshotStore | undefined> {
  const address = parseStoreAddress(url);
  if ('fault' in address) throw storeError('storeAddress', address.fault);
  const { openPostgresSnapshots } = await import('../postgres/snapshots/postgres-snapshots.ts');
  return openPostgresSnapshots(address, campaign, mayMake);
}
