import type { ContactRules } from '../campaign/contact-rules.ts';
import type { ContactLedger, ContactReader } from './ledger.ts';
import type { LedgerRefusal } from './ledger-refusal.ts';
import { createRunContacts, type RunContacts, type RunContactsInput } from './run-contacts.ts';
import {
  type LedgerFileInput,
  openExistingLedgerFile,
  openLedgerFile,
  openLedgerInMemory,
} from './sqlite/ledger-file.ts';
import { createSqliteLedger } from './sqlite/sqlite-ledger.ts';
import { startLedgerThread } from './sqlite/start-ledger-thread.ts';

export type { LedgerFileInput };

/** The ledger of a project for a run, with a thread that writes it. */
export function openRunContacts(
  input: LedgerFileInput & Pick<RunContactsInput, 'run'> & { readonly rules: ContactRules },
): RunContacts | LedgerRefusal {
  const ledger = openContactLedger(input);
  if ('kind' in ledger) return ledger;
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return createRunContacts({ ledger, run: input.run, writer: startLedgerThread(input), turn });
}

/** The ledger of a project, which is made where there is none yet. */
export function openContactLedger(input: LedgerFileInput): ContactLedger | LedgerRefusal {
  const file = openLedgerFile(input);
  return 'kind' in file ? file : createSqliteLedger(file);
}

/** Undefined where there is no ledger yet. */
export function readContactLedger(input: LedgerFileInput): ContactReader | LedgerRefusal | undefined {
  const file = openExistingLedgerFile(input);
  return file === undefined || 'kind' in file ? file : createSqliteLedger(file);
}

/** A ledger that is gone with its process. */
export function openMemoryLedger(): ContactLedger {
  return createSqliteLedger(openLedgerInMemory());
}
