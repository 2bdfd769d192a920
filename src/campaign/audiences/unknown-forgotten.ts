import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { Span } from '../../diagnostic/source-file.ts';
import { finding } from '../rules/rule.ts';

export function unknownForgotten(span: Span, fault: string): Diagnostic {
  return finding('CS6022', span, `The people who asked to be forgotten cannot be read: ${fault}`, {
    hint: 'restore `ledger.db` and `contacts.key` of the state folder, and `CALLSHEET_CONTACTS_PEPPER` where it was set',
  });
}
