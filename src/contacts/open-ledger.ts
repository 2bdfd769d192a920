import type { ContactRules } from '../campaign/contact-rules.ts';
import { lookInFile } from './departure-look.ts';
import { createKnownFacts } from './known-facts.ts';
import type { ContactLedger, ContactReader, LedgerFile } from './ledger.ts';
import type { LedgerRefusal } from './ledger-refusal.ts';
import { createRunContacts, knownInFile, type RunContacts } from './run-contacts.ts';
import {
  type LedgerFileInput,
  openExistingLedgerFile,
  openLedgerFile,
  openLedgerInMemory,
} from './sqlite/ledger-file.ts';
import { createSqliteLedger } from './sqlite/sqlite-ledger.ts';
import { startLedgerThread } from './sqlite/start-ledger-thread.ts';

export type { LedgerFileInput };

/** Where the ledger of a project is: in a file, or in a store. */
export interface LedgerPlace extends LedgerFileInput {
  /** URL. */
  readonly store: string | undefined;
}

interface OpenForRun {
  readonly rules: ContactRules;
}

/** The ledger of a project for a run. `everybody`: whom this process schedules, if it does. */
export async function openProjectContacts(
  input: LedgerPlace & OpenForRun & { readonly everybody: (() => Iterable<string>) | undefined },
): Promise<RunContacts | LedgerRefusal> {
  const { store, everybody } = input;
  if (store === undefined) return openRunContacts(input);
  const { openStoreContacts } = await import('./store/store-contacts.ts');
  return openStoreContacts({ ...input, url: store }, everybody);
}

/** Undefined where there is no ledger yet. */
export async function readProjectLedger(input: LedgerPlace): Promise<ContactReader | LedgerRefusal | undefined> {
  if (input.store === undefined) {
    const ledger = readContactLedger(input);
    if (ledger === undefined || 'kind' in ledger) return ledger;
    return { ...createKnownFacts(ledger), lists: ledger.lists, close: ledger.close };
  }
  const { readStoreContacts } = await import('./store/store-contacts.ts');
  return readStoreContacts({ ...input, url: input.store });
}

/** For commands; it is made where there is none yet. */
export async function openProjectLedger(input: LedgerPlace): Promise<ContactLedger | LedgerRefusal> {
  if (input.store === undefined) return openContactLedger(input);
  const { openStoreLedger } = await import('./store/open-store-ledger.ts');
  return openStoreLedger({ ...input, url: input.store }, 'make');
}

/** The ledger of a project for a run, with a thread that writes it. */
function openRunContacts(input: LedgerFileInput & OpenForRun): RunContacts | LedgerRefusal {
  const ledger = openContactLedger(input);
  if ('kind' in ledger) return ledger;
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return createRunContacts({
    ledger,
    known: knownInFile(ledger),
    generation: ledger.generation,
    look: lookInFile(ledger, input.rules),
    writer: startLedgerThread(input),
    turn,
  });
}

/** The ledger of a project, which is made where there is none yet. */
export function openContactLedger(input: LedgerFileInput): LedgerFile | LedgerRefusal {
  const file = openLedgerFile(input);
  return 'kind' in file ? file : createSqliteLedger(file);
}

/** Undefined where there is no ledger yet. */
export function readContactLedger(input: LedgerFileInput): LedgerFile | LedgerRefusal | undefined {
  const file = openExistingLedgerFile(input);
  return file === undefined || 'kind' in file ? file : createSqliteLedger(file);
}

/** A ledger that is gone with its process. */
export function openMemoryLedger(): LedgerFile {
  return createSqliteLedger(openLedgerInMemory());
}
