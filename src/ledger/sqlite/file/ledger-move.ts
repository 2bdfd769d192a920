import type { Database } from '../../../platform/sqlite.ts';
import type { LedgerMove } from '../../backend.ts';

/** Of one campaign; undefined where it is not in the file. */
export function readMove(database: Database, campaign: number | undefined): LedgerMove {
  const row = database.prepare('SELECT moved_from, moved_to FROM campaign WHERE id = ?').get(campaign ?? null);
  const read = (name: string): string | undefined => (row?.[name] == null ? undefined : String(row[name]));
  return { from: read('moved_from'), to: read('moved_to') };
}

/** Empty where it is not so any more. In a transaction. */
export function writeMove(
  database: Database,
  campaign: number,
  move: { readonly from?: string; readonly to?: string },
): void {
  for (const [column, place] of [
    ['moved_from', move.from],
    ['moved_to', move.to],
  ] as const) {
    if (place === undefined) continue;
    database.prepare(`UPDATE campaign SET ${column} = nullif(?, '') WHERE id = ?`).run(place, campaign);
  }
}
