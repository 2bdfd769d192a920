import { createHash } from 'node:crypto';
import type { Files } from '../../../platform/ports.ts';
import type { Row } from '../../../platform/sql/sqlite.ts';
import { contactPaths } from '../../state-paths.ts';
import { isStoreTrouble } from '../../state-trouble.ts';
import type { LedgerRefusal } from '../ledger-refusal.ts';
import { countForgotten, type KeyPlace, pepperOf } from '../pepper.ts';
import { nameOf, namesOf } from '../person.ts';

/** Who was forgotten: nothing in it tells a number without the pepper. */
interface ForgottenList {
  isForgotten(key: number): boolean;
  /** The same where the same people are forgotten. */
  readonly digest: string;
  /** How many there are. */
  readonly people: number;
}

/** From the tombstones of a file or a store; undefined where there are none. */
export function forgottenList(tombstones: readonly Row[], place: KeyPlace): ForgottenList | LedgerRefusal | undefined {
  if (tombstones.length === 0) return undefined;
  const pepper = pepperOf(tombstones, place);
  if ('kind' in pepper) return pepper;
  const people = new Set(tombstones.map(({ person }) => nameOf(person as Uint8Array)));
  const nameOfDigits = namesOf(pepper.bytes);
  return {
    isForgotten: (key) => people.has(nameOfDigits(String(key))),
    digest: createHash('sha256')
      .update([...people].sort().join(' '))
      .digest('hex')
      .slice(0, 32),
    people: people.size,
  };
}

type Known = ForgottenList | { readonly fault: string } | undefined;

interface ForgottenPlace {
  /** The state folder of the project. */
  readonly folder: string;
  readonly pepper: string | undefined;
  /** URL of the store, where the project has one. */
  readonly store?: string | undefined;
  /** Nothing later would find out that the file or the store cannot be read. */
  readonly mustRead?: boolean;
}

/** Who was forgotten in a project, in its file and in its store; undefined where it is nobody. */
export async function forgottenIn(
  files: Pick<Files, 'realPath'>,
  { folder, pepper, store, mustRead = false }: ForgottenPlace,
): Promise<Known> {
  const { database, key } = contactPaths({ folder, sandbox: false });
  let tombstones: readonly Row[] = [];
  let isWhole = true;
  for (const read of [await inFile(files, database), await inStore(store)]) {
    if (!('kind' in read)) tombstones = [...tombstones, ...read];
    else if (mustRead || !isSaidLater(read)) return { fault: forgottenFault(read) };
    else isWhole = false;
  }
  const list = forgottenList(tombstones, { key, pepper });
  if (list !== undefined && 'kind' in list) return { fault: forgottenFault(list) };
  const lost = countForgotten(key) - (list?.people ?? 0);
  return isWhole && lost > 0 ? { fault: lostWords(lost) } : list;
}

function lostWords(lost: number): string {
  const who = lost === 1 ? '1 of them is' : `${lost} of them are`;
  return `${who} not in the ledger, which was lost, or restored from an older copy`;
}

type Tombstones = readonly Row[] | LedgerRefusal;

/** Without a file nothing else is loaded. Throws where that cannot be known: a folder that may not be read is not an empty one. */
async function inFile(files: Pick<Files, 'realPath'>, path: string): Promise<Tombstones> {
  if ((await files.realPath(path)) === undefined) return [];
  const { readTombstones } = await import('../sqlite/tombstones.ts');
  return readTombstones(path);
}

async function inStore(url: string | undefined): Promise<Tombstones> {
  if (url === undefined) return [];
  const { readTombstones } = await import('./forget-in-store.ts');
  return readTombstones(url);
}

/** What cannot be read here cannot be run either, and the reader of the state says why; but the rest of a store may be open to the role. */
function isSaidLater(refusal: LedgerRefusal): boolean {
  return !(refusal.kind === 'trouble' && refusal.trouble === 'storeDenied');
}

export function forgottenFault(refusal: LedgerRefusal): string {
  const { kind } = refusal;
  switch (kind) {
    case 'wrongPepper':
      return 'they were recorded with another key';
    case 'shortPepper':
      return '`CALLSHEET_CONTACTS_PEPPER` is too short';
    case 'noPepper':
    case 'missing':
      return 'their key `contacts.key` is missing or damaged';
    case 'trouble':
      if (refusal.trouble === 'storeDenied')
        return 'the role may not read them in the store: grant it what docs/scale.md lists';
      return isStoreTrouble(refusal.trouble)
        ? `the store did not answer (${refusal.message})`
        : `the ledger cannot be read (${refusal.message})`;
    case 'newer':
      return 'a newer callsheet wrote the ledger';
    case 'otherProject':
    case 'otherLedger':
    case 'otherFile':
    case 'severalKeys':
    case 'inFile':
    case 'moved':
    case 'inStore':
    case 'fromStore':
    case 'behind':
    case 'foreign':
      return 'the contact ledger is another one';
    default:
      return kind satisfies never;
  }
}
