import type { ContactLedger, ContactReader } from './ledger.ts';
import type { LedgerRefusal } from './ledger-refusal.ts';
import {
  type LedgerFileInput,
  openExistingLedgerFile,
  openLedgerFile,
  openLedgerInMemory,
} from './sqlite/ledger-file.ts';
import { createSqliteLedger } from './sqlite/sqlite-ledger.ts';

export type { LedgerFileInput };

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
