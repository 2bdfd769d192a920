import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { inSession, type Session } from '../../postgres/session.ts';
import { checkDurability, makeStore, tablesOf } from '../../postgres/tables.ts';
import type { StateRefusal } from '../../refusal.ts';
import { type ContactPaths, makeStateFolder } from '../../state-paths.ts';
import { hasContacts } from '../contacts-in-file.ts';
import type { LedgerRefusal } from '../ledger-refusal.ts';
import { bindPepper, pepperCheck, readPepper } from '../pepper.ts';
import { namesOf, remembered } from '../person.ts';
import { moveColumns, moveOf, type StoreMove } from './moved-rows.ts';
import { createStoreLedger, type StoreLedger } from './store-ledger.ts';

export interface StoreLedgerPlace {
  /** Of the store. */
  readonly url: string;
  /** The key is the same as that of a ledger in a file; the file itself must not be there. */
  readonly paths: ContactPaths;
  readonly project: string;
  /** Of the environment, in place of the one in the key file. */
  readonly pepper: string | undefined;
}

/** `move`: a ledger in a file goes there, whose key is not yet that of the one in the store. `leave`: it goes from there to a file. */
type Way = 'make' | 'read' | 'move' | 'leave';

/** The ledger of a project in a store. `way`: whether it is made where there is none; else it is undefined. */
export function openStoreLedger(place: StoreLedgerPlace, way: 'make' | 'move'): Promise<StoreLedger | LedgerRefusal>;
export function openStoreLedger(
  place: StoreLedgerPlace,
  way: 'read' | 'leave',
): Promise<StoreLedger | LedgerRefusal | undefined>;
export async function openStoreLedger(
  place: StoreLedgerPlace,
  way: Way,
): Promise<StoreLedger | LedgerRefusal | undefined> {
  const opened = await inSession(place.url, async (session, keepOpen, address) => {
    let found = await findLedger(session, place, way);
    if (found === undefined) {
      if (existingKey(place)?.ledger === undefined) return undefined;
      // Another process may have made it since it was looked for, and bound the key to it.
      found = (await findLedger(session, place, way)) ?? { kind: 'missing' };
    }
    if ('refused' in found || 'kind' in found) return found;
    keepOpen();
    const { id, pepper } = found;
    const nameOf = namesOf(pepper);
    const project = { id, pepper, personOf: remembered((key) => Buffer.from(nameOf(key), 'hex')) };
    return createStoreLedger({ session, project, ledger: found.ledger, move: found.move, patienceMs: address.leaseMs });
  });
  return opened !== undefined && 'refused' in opened ? asLedgerRefusal(opened.refused) : opened;
}

function isMade(way: Way): boolean {
  return way === 'make' || way === 'move';
}

async function findLedger(
  session: Session,
  place: StoreLedgerPlace,
  way: Way,
): Promise<Found | LedgerRefusal | { readonly refused: StateRefusal } | undefined> {
  const tables = isMade(way) ? await madeTables(session) : await tablesOf(session);
  if (typeof tables !== 'number') return { refused: tables };
  return tables === 0 ? undefined : findProject(session, place, way);
}

async function madeTables(session: Session): Promise<number | StateRefusal> {
  await checkDurability(session);
  const made = await makeStore(session);
  return 'refused' in made ? made.refused : made.to;
}

interface Found {
  readonly id: number;
  readonly ledger: string;
  readonly pepper: Uint8Array;
  readonly move: StoreMove | undefined;
}

async function findProject(
  session: Session,
  place: StoreLedgerPlace,
  way: Way,
): Promise<Found | LedgerRefusal | undefined> {
  const { paths, project, pepper: given } = place;
  const select = () =>
    session.rows(`SELECT id, ledger, pepper_check, ${moveColumns} FROM callsheet_contacts.project WHERE name = $1`, [
      project,
    ]);
  // It may know of contacts that the store does not know of.
  if ((way === 'make' || way === 'read') && hasContacts(paths.database)) return { kind: 'inFile' };
  let [row] = await select();
  if (row === undefined && !isMade(way)) return undefined;
  if (way === 'make') makeStateFolder(paths.database.slice(0, paths.database.lastIndexOf('/')));
  const pepper = readPepper(paths.key, given, row === undefined);
  if ('kind' in pepper) return pepper;
  // Another process may have made it since it was looked for, and bound the key to it.
  if (row === undefined && pepper.ledger !== undefined) [row] = await select();
  if (row === undefined) {
    if (way !== 'move' && pepper.ledger !== undefined) return { kind: 'missing' };
    await session.rows(
      `INSERT INTO callsheet_contacts.project (name, ledger, pepper_check) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [project, pepper.ledger ?? randomBytes(8).toString('hex'), pepperCheck(pepper.bytes)],
    );
    // Another machine may have been quicker, with another pepper.
    [row] = await select();
  }
  const ledger = String(row?.['ledger']);
  if (row?.['pepper_check'] !== pepperCheck(pepper.bytes)) return { kind: 'wrongPepper' };
  if (way !== 'move' && pepper.ledger !== undefined && pepper.ledger !== ledger) return { kind: 'otherLedger' };
  const move = moveOf(row);
  if (move !== undefined && (way === 'make' || way === 'read')) return { kind: 'moved', place: move.place };
  if (way === 'make' && pepper.ledger === undefined) bindPepper(paths.key, ledger);
  return { id: Number(row['id']), ledger, pepper: pepper.bytes, move };
}

/** The key beside which a ledger was used before. */
function existingKey({ paths, pepper }: StoreLedgerPlace): { readonly ledger: string | undefined } | undefined {
  const key = existsSync(paths.key) ? readPepper(paths.key, pepper, true) : undefined;
  return key === undefined || 'kind' in key ? undefined : key;
}

function asLedgerRefusal(refused: StateRefusal): LedgerRefusal {
  if (refused.kind === 'newer' || refused.kind === 'trouble') return refused;
  return { kind: 'trouble', trouble: 'storeConflict', message: refused.kind };
}
