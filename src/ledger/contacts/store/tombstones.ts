import { existsSync } from 'node:fs';
import { inSession } from '../../postgres/in-session.ts';
import { tablesOf } from '../../postgres/tables.ts';
import { parseStoreAddress } from '../../store-address.ts';
import type { ForgottenList } from '../forgotten/forgotten-list.ts';
import type { LedgerRefusal } from '../ledger-refusal.ts';
import { pepperCheck, readPepper } from '../pepper.ts';
import { nameOf, namesOf } from '../person.ts';

/**
 * Who was forgotten in a store, whatever their campaigns; undefined where it is nobody. Where the store cannot be read, too, unless it
 * must be: at a first look what cannot be read here cannot be run either, and the reader of the state says why.
 */
export async function readTombstones(place: {
  readonly url: string;
  readonly key: string;
  readonly pepper: string | undefined;
  readonly mustRead: boolean;
}): Promise<(ForgottenList & { readonly names: readonly string[] }) | LedgerRefusal | undefined> {
  const address = parseStoreAddress(place.url);
  if ('fault' in address) return undefined;
  const found = await inSession(address, async (session) => {
    const tables = await tablesOf(session);
    if (typeof tables !== 'number' || tables === 0) return [];
    return session.scan('SELECT person, pepper_check FROM callsheet.tombstone');
  });
  if ('refused' in found) {
    const { refused } = found;
    // The rest of the store may be open to this role.
    return refused.kind === 'trouble' && (place.mustRead || refused.trouble === 'storeDenied') ? refused : undefined;
  }
  if (found.length === 0) return undefined;
  const pepper =
    place.pepper === undefined && !existsSync(place.key) ? noPepper : readPepper(place.key, place.pepper, false);
  if ('kind' in pepper) return pepper;
  const check = pepperCheck(pepper.bytes);
  if (found.some((row) => row['pepper_check'] !== check)) return { kind: 'wrongPepper' };
  const people = new Set(found.map(({ person }) => nameOf(person as Uint8Array)));
  const nameOfDigits = namesOf(pepper.bytes);
  return {
    names: [...people].sort(),
    isForgotten: (digits) => people.has(nameOfDigits(String(digits))),
  };
}

const noPepper: LedgerRefusal = { kind: 'noPepper' };
