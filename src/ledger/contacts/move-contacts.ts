import { randomBytes } from 'node:crypto';
import { refusedBy } from '../state-trouble.ts';
import type { WrongKey } from './forgotten/forget-in-store.ts';
import type { LedgerRefusal } from './ledger-refusal.ts';
import { digestOf } from './ledger-rows.ts';
import { bindPepper, pepperOf } from './pepper.ts';
import { elsewhere, type LedgerFileInput, whyFileBehind } from './sqlite/ledger-file.ts';
import {
  endArrival,
  fileRefusal,
  findArriving,
  putContacts,
  readArriving,
  removeArriving,
  takeContacts,
} from './sqlite/moved-contacts.ts';
import { addTombstones, readTombstones } from './sqlite/tombstones.ts';
import type { StoreLedger } from './store/store-ledger.ts';

/** What became of a ledger in a file that was to go to a store. Undefined where there is none. */
type MovedContacts =
  | { readonly touches: number }
  /** Of the file; else of the store. */
  | { readonly inFile: LedgerRefusal }
  | LedgerRefusal
  | undefined;

/** Puts the contacts of a file into the store, which people know as `place`, beside what is there. No run may use the file meanwhile. */
export async function moveLedgerToStore(
  input: LedgerFileInput & { readonly store: string; readonly place: string },
): Promise<MovedContacts> {
  // First: a key that is not that of the file must not become that of the project in the store.
  const refused = fileRefusal(input, input.place);
  if (refused !== undefined) return refused === 'missing' ? undefined : { inFile: refused };
  const { openStoreLedger } = await import('./store/open-store-ledger.ts');
  const ledger = await openStoreLedger({ ...input, url: input.store }, 'move');
  if ('kind' in ledger) return ledger;
  try {
    let touches = 0;
    const taken = await takeContacts(input, input.place, async (rows, mayBeThere) => {
      touches = rows.touches.length;
      await ledger.take(rows, mayBeThere);
      bindPepper(input.paths.key, ledger.id);
    });
    if (taken === 'taken') return { touches };
    return taken && { inFile: taken };
  } finally {
    await ledger.close();
  }
}

/** What became of a ledger in a store that was to go to a file. Undefined where there is none. */
type LeftContacts =
  | { readonly touches: number; readonly digest: string }
  | { readonly busy: number }
  /** The file has contacts already. */
  | { readonly occupied: string }
  /** Why it is not used. */
  | { readonly inFile: LedgerRefusal }
  | FailedMove
  /** Another attempt has taken the place of this one. */
  | 'superseded'
  | LedgerRefusal
  | undefined;

export interface FailedMove {
  readonly failed: LedgerRefusal | 'occupied' | 'different';
  /** The store uses the contacts as before; else it refuses to, until the move is complete. */
  readonly isInStore: boolean;
}

interface MoveToFile extends LedgerFileInput {
  readonly store: string;
  /** How people know the file, on other machines too. */
  readonly place: string;
}

/**
 * Puts what a store knows into a file, and compares all of it. First the store is marked, which nobody uses then; the file that gets its
 * name is not used either until the store has recorded that it is there. So nobody ever uses both, wherever an attempt ends, and the
 * next one takes its place, on any machine.
 */
export async function moveLedgerToFile(input: MoveToFile): Promise<LeftContacts> {
  const { paths } = input;
  const behind = whyFileBehind(input);
  if (behind !== undefined) return { inFile: behind };
  const found = findArriving(paths.database);
  if (found === 'other') {
    const gone = elsewhere(input);
    return gone === undefined ? { occupied: paths.database } : { inFile: gone };
  }
  const { openStoreLedger } = await import('./store/open-store-ledger.ts');
  const ledger = await openStoreLedger({ ...input, url: input.store }, 'leave');
  if (ledger === undefined || 'kind' in ledger) return ledger;
  try {
    const earlier = found === 'none' ? undefined : found.attempt;
    const { move } = ledger;
    if (move?.isComplete !== true) return await bringToFile(input, ledger, earlier);
    if (earlier !== undefined && earlier === move.attempt) {
      const rows = readArriving(paths.database);
      return endMove(input, ledger, { touches: rows.touches.length, digest: digestOf(rows) });
    }
    if (earlier !== undefined) removeArriving(paths.database, earlier);
    return { kind: 'moved', place: move.place };
  } finally {
    await ledger.close();
  }
}

async function bringToFile(input: MoveToFile, ledger: StoreLedger, earlier: string | undefined): Promise<LeftContacts> {
  const { paths, project, place } = input;
  const path = paths.database;
  const attempt = randomBytes(8).toString('hex');
  const stay = async (): Promise<boolean> => {
    try {
      await ledger.cancelMove(attempt);
      removeArriving(path, attempt);
      return true;
    } catch {
      return false;
    }
  };
  let moved: { readonly touches: number; readonly digest: string };
  try {
    const rows = await ledger.give(place, attempt);
    if ('busy' in rows || 'kind' in rows) return rows;
    // The attempt that has left it cannot be completed any more.
    if (earlier !== undefined) removeArriving(path, earlier);
    const written = putContacts({ path, project, pepper: ledger.pepper, attempt }, rows);
    if (typeof written === 'string') return { failed: written, isInStore: await stay() };
    moved = { touches: rows.touches.length, digest: written.digest };
  } catch (error) {
    const isInStore = await stay();
    return { failed: refusedBy(error), isInStore };
  }
  try {
    if (await ledger.completeMove(attempt)) return endMove(input, ledger, moved);
  } catch (error) {
    return { failed: refusedBy(error), isInStore: false };
  }
  removeArriving(path, attempt);
  return 'superseded';
}

function endMove<T extends object>({ paths }: LedgerFileInput, { id }: StoreLedger, moved: T): T | FailedMove {
  try {
    bindPepper(paths.key, id);
    endArrival(paths.database);
    return moved;
  } catch (error) {
    return { failed: refusedBy(error), isInStore: false };
  }
}

/**
 * Before runs or contacts go to a store, or leave it: who was forgotten where they come from is so where they go. Undefined where that
 * went well; else nobody was added.
 */
export async function carryTombstones(
  input: Omit<LedgerFileInput, 'project'> & { readonly store: string; readonly to: 'store' | 'file' },
): Promise<WrongKey | undefined> {
  const { paths, pepper, store: url, to } = input;
  const inStore = await import('./forgotten/forget-in-store.ts');
  const found = to === 'store' ? readTombstones(paths.database) : await inStore.readTombstones(url);
  if ('kind' in found) return { ledger: found };
  if (found.length === 0) return undefined;
  const key = pepperOf(found, { key: paths.key, pepper });
  if ('kind' in key) return { ledger: key };
  if (to === 'store')
    return (await import('./forgotten/forget-in-store.ts')).addTombstones({ url, paths, pepper }, found);
  const added = addTombstones(input, found);
  return 'kind' in added ? { ledger: added } : undefined;
}
