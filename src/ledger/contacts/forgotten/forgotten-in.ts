import { createHash } from 'node:crypto';
import { type Files, isUnreadable } from '../../../platform/ports.ts';
import { contactPaths, forgottenPath } from '../contact-paths.ts';
import type { LedgerRefusal } from '../ledger-refusal.ts';

interface ForgottenPeople {
  isForgotten(key: number): boolean;
  /** Of the list's file. */
  readonly digest: string;
}

type Known = ForgottenPeople | { readonly fault: string } | undefined;

export interface ForgottenPlace {
  /** The state folder of the project. */
  readonly folder: string;
  readonly pepper: string | undefined;
  /** URL of the store, where the project has one. */
  readonly store?: string | undefined;
  /** Nothing later would find out that the store cannot be read. */
  readonly mustRead?: boolean;
}

/** Who was forgotten in a project; undefined where it is nobody. */
export async function forgottenIn(files: Pick<Files, 'readText'>, place: ForgottenPlace): Promise<Known> {
  const here = await forgottenInFolder(files, place);
  const { store } = place;
  if (store === undefined || (here !== undefined && 'fault' in here)) return here;
  const there = await forgottenInStore({ ...place, store });
  if (here === undefined || there === undefined || 'fault' in there) return there ?? here;
  return {
    isForgotten: (key) => here.isForgotten(key) || there.isForgotten(key),
    digest: digestOf(`${here.digest} ${there.digest}`),
  };
}

async function forgottenInStore({
  folder,
  pepper,
  store: url,
  mustRead = false,
}: ForgottenPlace & { readonly store: string }): Promise<Known> {
  const { readTombstones } = await import('../store/tombstones.ts');
  const { key } = contactPaths({ folder, sandbox: false });
  const list = await readTombstones({ url, key, pepper, mustRead });
  if (list === undefined) return undefined;
  return 'kind' in list ? { fault: forgottenFault(list) } : { ...list, digest: digestOf(list.names.join(' ')) };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Without the file nothing else is loaded. */
async function forgottenInFolder(files: Pick<Files, 'readText'>, { folder, pepper }: ForgottenPlace): Promise<Known> {
  const text = await files.readText(forgottenPath(folder));
  if (text === undefined) return undefined;
  if (isUnreadable(text)) return { fault: `\`forgotten.json\` ${text.words}` };
  const { readForgotten } = await import('./forgotten-list.ts');
  const list = readForgotten(text, { folder, pepper });
  if ('kind' in list) return { fault: forgottenFault(list) };
  return { ...list, digest: digestOf(text) };
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
      return refusal.trouble === 'damaged'
        ? '`forgotten.json` is damaged'
        : `the store did not answer (${refusal.message})`;
    case 'otherProject':
    case 'otherLedger':
    case 'otherFile':
    case 'severalKeys':
    case 'inFile':
    case 'moved':
    case 'inStore':
    case 'fromStore':
    case 'behind':
    case 'newer':
    case 'foreign':
      return 'the contact ledger is another one';
    default:
      return kind satisfies never;
  }
}
