import { createHash } from 'node:crypto';
import { type Files, isUnreadable } from '../platform/ports.ts';
import { forgottenPath } from './contact-paths.ts';
import type { LedgerRefusal } from './ledger-refusal.ts';

interface ForgottenPeople {
  isForgotten(key: number): boolean;
  /** Of the list's file. */
  readonly digest: string;
}

/** Who was forgotten in the project with this state folder; undefined where it is nobody. Without the file nothing else is loaded. */
export async function forgottenIn(
  files: Pick<Files, 'readText'>,
  folder: string,
  pepper: string | undefined,
): Promise<ForgottenPeople | { readonly fault: string } | undefined> {
  const text = await files.readText(forgottenPath(folder));
  if (text === undefined) return undefined;
  if (isUnreadable(text)) return { fault: `\`forgotten.json\` ${text.words}` };
  const { readForgotten } = await import('./forgotten-list.ts');
  const list = readForgotten(text, { folder, pepper });
  if ('kind' in list) return { fault: forgottenFault(list) };
  return { ...list, digest: createHash('sha256').update(text).digest('hex').slice(0, 32) };
}

export function forgottenFault({ kind }: LedgerRefusal): string {
  switch (kind) {
    case 'wrongPepper':
      return 'they were recorded with another key';
    case 'shortPepper':
      return '`CALLSHEET_CONTACTS_PEPPER` is too short';
    case 'noPepper':
    case 'missing':
      return 'their key `contacts.key` is missing or damaged';
    case 'trouble':
      return '`forgotten.json` is damaged';
    case 'otherProject':
    case 'otherLedger':
    case 'newer':
    case 'foreign':
      return 'the contact ledger is another one';
    default:
      return kind satisfies never;
  }
}
