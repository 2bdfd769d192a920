import { pepperOf } from '../forgotten/forgotten-list.ts';
import type { LedgerFileInput } from '../sqlite/ledger-file.ts';
import { addTombstones, readTombstones } from '../sqlite/tombstones.ts';
import type { WrongKey } from '../store/forget-in-store.ts';

/**
 * Before runs or contacts go to a store, or leave it: who was forgotten where they come from is so where they go. Undefined where that
 * went well; else nobody was added.
 */
export async function carryTombstones(
  input: Omit<LedgerFileInput, 'project'> & { readonly store: string; readonly to: 'store' | 'file' },
): Promise<WrongKey | undefined> {
  const { paths, pepper, store: url, to } = input;
  const inStore = await import('../store/tombstones.ts');
  const found = to === 'store' ? readTombstones(paths.database) : await inStore.readTombstones(url);
  if ('kind' in found) return { ledger: found };
  if (found.length === 0) return undefined;
  const key = pepperOf(found, { key: paths.key, pepper });
  if ('kind' in key) return { ledger: key };
  if (to === 'store') return (await import('../store/forget-in-store.ts')).addTombstones({ url, paths, pepper }, found);
  const added = addTombstones(input, found);
  return 'kind' in added ? { ledger: added } : undefined;
}
