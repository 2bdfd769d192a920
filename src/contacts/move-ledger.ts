import { existsSync } from 'node:fs';
import type { LedgerRefusal } from './ledger-refusal.ts';
import { bindPepper } from './pepper.ts';
import type { LedgerFileInput } from './sqlite/ledger-file.ts';
import { takeRows } from './sqlite/take-rows.ts';

/** What became of a ledger in a file that was to go to a store. Undefined where there is none. */
export type MovedContacts =
  | { readonly renamed: string; readonly touches: number }
  | { readonly busy: number }
  | LedgerRefusal
  | undefined;

/** Puts what a file knows into the store, which people know as `place`, beside what is there. No run may use the file meanwhile. */
export async function moveLedgerToStore(
  input: LedgerFileInput & { readonly store: string; readonly place: string },
): Promise<MovedContacts> {
  const { openStoreLedger } = await import('./store/open-store-ledger.ts');
  const ledger = await openStoreLedger({ ...input, url: input.store }, 'move');
  if ('kind' in ledger) return ledger;
  try {
    let touches = 0;
    const taken = await takeRows(input, {
      place: input.place,
      async put(rows, mayBeThere) {
        touches = rows.touches.length;
        await ledger.take(rows, mayBeThere);
        bindPepper(input.paths.key, ledger.id);
      },
    });
    return taken !== undefined && 'renamed' in taken ? { ...taken, touches } : taken;
  } finally {
    await ledger.close();
  }
}

/** What became of a ledger in a store that was to go to a file. Undefined where there is none. */
export type LeftContacts =
  | { readonly touches: number; readonly digest: string }
  | { readonly busy: number }
  /** There is a file already, or it was moved to another one before. */
  | { readonly occupied: string }
  | 'different'
  | LedgerRefusal
  | undefined;

/** Puts what a store knows into a file, and compares all of it. From then on nobody uses what is in the store. */
export async function moveLedgerToFile(
  input: LedgerFileInput & { readonly store: string; readonly place: string },
): Promise<LeftContacts> {
  const { paths, project, place } = input;
  if (existsSync(paths.database)) return { occupied: paths.database };
  const { openStoreLedger } = await import('./store/open-store-ledger.ts');
  const { writeLedgerFile } = await import('./sqlite/put-rows.ts');
  const ledger = await openStoreLedger({ ...input, url: input.store }, 'leave');
  if (ledger === undefined || 'kind' in ledger) return ledger;
  try {
    // One that was killed after it left goes on with the same file.
    if (ledger.movedTo !== undefined && ledger.movedTo !== place) return { occupied: ledger.movedTo };
    const rows = await ledger.give(place);
    if ('busy' in rows) return rows;
    const written = writeLedgerFile({ path: paths.database, project, pepper: ledger.pepper }, rows);
    if (written === 'occupied') return { occupied: paths.database };
    if (written === 'different') return written;
    bindPepper(paths.key, ledger.id);
    return { touches: rows.touches.length, digest: written.digest };
  } finally {
    await ledger.close();
  }
}
