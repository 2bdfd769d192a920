import type { Row } from '../../../platform/sql/sqlite.ts';
import { inSession } from '../../postgres/in-session.ts';
import { tablesOf } from '../../postgres/tables.ts';
import type { LedgerRefusal } from '../ledger-refusal.ts';

/** Who was forgotten in a store, whatever their campaigns. */
export async function readTombstones(url: string): Promise<readonly Row[] | LedgerRefusal> {
  const found = await inSession(url, async (session) => {
    const tables = await tablesOf(session);
    if (typeof tables !== 'number' || tables === 0) return [];
    return session.scan('SELECT person, pepper_check, at FROM callsheet.tombstone');
  });
  if (!('refused' in found)) return found as readonly Row[];
  return found.refused.kind === 'trouble' ? found.refused : [];
}
