import { renameSync } from 'node:fs';
import type { Database } from '../../platform/sqlite.ts';
import { type LedgerRefusal, ledgerError } from '../ledger-refusal.ts';
import type { LedgerRows } from '../move/moved-rows.ts';
import { inLedger, type LedgerFileInput, openExistingLedgerFile } from './ledger-file.ts';
import { markMoved, movedName, unmarkMoved } from './move-mark.ts';
import { readRows } from './read-rows.ts';
import { createTouchTable } from './touch-table.ts';

/** How the rows of a ledger's file get to another place. */
export interface RowsTarget {
  readonly place: string;
  /** Calls `mayBeThere` before the rows may be in the new place, whatever happens later. */
  put(rows: LedgerRows, mayBeThere: () => void): Promise<void>;
}

/**
 * Gives all rows of a ledger's file to its target, and renames the file when they are there: no run uses it any more. From the moment at
 * which they are read nobody writes to the file, unless the attempt fails before they may be there. `busy`: runs that are under way, or
 * were not continued, have contacts in it that are not settled.
 */
export async function takeRows(
  input: LedgerFileInput,
  { place, put }: RowsTarget,
): Promise<{ readonly renamed: string } | { readonly busy: number } | LedgerRefusal | undefined> {
  const file = openExistingLedgerFile(input, place);
  if (file === undefined || 'kind' in file) return file;
  const { database } = file;
  try {
    const { moveMade } = createTouchTable(database);
    const taken = inLedger(() => database.transaction(() => readForMove(database, place, moveMade)));
    if ('busy' in taken) return taken;
    let { mayBeThere } = taken;
    try {
      await put(taken.rows, () => {
        mayBeThere = true;
      });
    } catch (error) {
      if (!mayBeThere) inLedger(() => unmarkMoved(database));
      throw error;
    }
    inLedger(() => emptyLog(database));
  } finally {
    database.close();
  }
  const renamed = movedName(input.paths.database);
  renameSync(input.paths.database, renamed);
  return { renamed };
}

/** Why the rows of a ledger's file cannot go to this place, as far as it is known before they are read. */
export function fileRefusal(input: LedgerFileInput, place: string): LedgerRefusal | 'missing' | undefined {
  const file = openExistingLedgerFile(input, place);
  if (file === undefined) return 'missing';
  if ('kind' in file) return file;
  file.database.close();
  return undefined;
}

function readForMove(
  database: Database,
  place: string,
  moveMade: () => void,
): { readonly rows: LedgerRows; readonly mayBeThere: boolean } | { readonly busy: number } {
  const busy = Number(database.prepare('SELECT count(*) AS jobs FROM underway').get()?.['jobs']);
  if (busy > 0) return { busy };
  moveMade();
  const mayBeThere = markMoved(database, place);
  return { rows: readRows(database), mayBeThere };
}

/** A log that stays behind under the old name would be taken for that of the next file there. */
function emptyLog(database: Database): void {
  const { busy } = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() ?? {};
  if (Number(busy) !== 0) throw ledgerError({ kind: 'trouble', trouble: 'busy', message: 'another process reads it' });
}
