import type { Database } from '../../platform/sqlite.ts';

/** A fact of a ledger's file from the moment at which its rows are read for a store: what is written later would not get there. */
export const movedToStore = 'movedTo';

/** Returns whether an earlier attempt has marked it. Within a transaction. */
export function markMoved(database: Database, place: string): boolean {
  const { changes } = database
    .prepare('INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING')
    .run(movedToStore, place);
  return changes === 0;
}

export function unmarkMoved(database: Database): void {
  database.prepare('DELETE FROM meta WHERE name = ?').run(movedToStore);
}

/** Reads the store to which its rows go, or went. */
export function createMoveCheck(database: Database): () => string | undefined {
  const select = database.prepare('SELECT value FROM meta WHERE name = ?');
  return () => {
    const place = select.get(movedToStore)?.['value'];
    return place === undefined ? undefined : String(place);
  };
}
