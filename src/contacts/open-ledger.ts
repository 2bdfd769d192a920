import { existsSync } from 'node:fs';
import type { ContactRules } from '../campaign/contact-rules.ts';
import type { ContactLedger, ContactReader, LedgerFile } from './ledger.ts';
import type { LedgerRefusal } from './ledger-refusal.ts';
import { bindPepper } from './pepper.ts';
import { createRunContacts, knownInFile, type RunContacts, type RunContactsInput } from './run-contacts.ts';
import {
  type LedgerFileInput,
  openExistingLedgerFile,
  openLedgerFile,
  openLedgerInMemory,
} from './sqlite/ledger-file.ts';
import { createSqliteLedger } from './sqlite/sqlite-ledger.ts';
import { startLedgerThread } from './sqlite/start-ledger-thread.ts';
import { takeRows } from './sqlite/take-rows.ts';

export type { LedgerFileInput };

/** Where the ledger of a project is: in a file, or in a store. */
export interface LedgerPlace extends LedgerFileInput {
  /** URL. */
  readonly store: string | undefined;
}

type OpenForRun = Pick<RunContactsInput, 'run'> & { readonly rules: ContactRules };

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
  if (input.store === undefined) return readContactLedger(input);
  const { readStoreContacts } = await import('./store/store-contacts.ts');
  return readStoreContacts({ ...input, url: input.store });
}

/** For commands; it is made where there is none yet. */
export async function openProjectLedger(input: LedgerPlace): Promise<ContactLedger | LedgerRefusal> {
  if (input.store === undefined) return openContactLedger(input);
  const { openStoreLedger } = await import('./store/open-store-ledger.ts');
  return openStoreLedger({ ...input, url: input.store }, 'make');
}

/** What became of a ledger in a file that was to go to a store. Undefined where there is none. */
export type MovedContacts =
  | { readonly renamed: string; readonly touches: number }
  | { readonly busy: number }
  | LedgerRefusal
  | undefined;

/** Puts what a file knows into the store, beside what is there. No run may use the file meanwhile. */
export async function moveLedgerToStore(input: LedgerFileInput & { readonly store: string }): Promise<MovedContacts> {
  const { openStoreLedger } = await import('./store/open-store-ledger.ts');
  const ledger = await openStoreLedger({ ...input, url: input.store }, 'move');
  if ('kind' in ledger) return ledger;
  try {
    let touches = 0;
    const taken = await takeRows(input, (rows) => {
      touches = rows.touches.length;
      return ledger.take(rows);
    });
    if (taken !== undefined && !('renamed' in taken)) return taken;
    bindPepper(input.paths.key, ledger.id);
    return taken && { ...taken, touches };
  } finally {
    await ledger.close();
  }
}

/** What became of a ledger in a store that was to go to a file. Undefined where there is none. */
export type LeftContacts =
  | { readonly touches: number; readonly digest: string }
  | { readonly busy: number }
  /** There is a file already, or it was moved to another one before. */
  | { readonly occupied: string }
  | 'different'
  | LedgerRefusal
  | undefined;

/** Puts what a store knows into a file, and compares all of it. From then on nobody uses what is in the store. */
export async function moveLedgerToFile(
  input: LedgerFileInput & { readonly store: string; readonly place: string },
): Promise<LeftContacts> {
  const { paths, project, place } = input;
  if (existsSync(paths.database)) return { occupied: paths.database };
  const { openStoreLedger } = await import('./store/open-store-ledger.ts');
  const { writeLedgerFile } = await import('./sqlite/put-rows.ts');
  const ledger = await openStoreLedger({ ...input, url: input.store }, 'leave');
  if (ledger === undefined || 'kind' in ledger) return ledger;
  try {
    // One that was killed after it left goes on with the same file.
    if (ledger.movedTo !== undefined && ledger.movedTo !== place) return { occupied: ledger.movedTo };
    const rows = await ledger.give(place);
    if ('busy' in rows) return rows;
    const written = writeLedgerFile({ path: paths.database, project, pepper: ledger.pepper }, rows);
    if (written === 'occupied') return { occupied: paths.database };
    if (written === 'different') return written;
    bindPepper(paths.key, ledger.id);
    return { touches: rows.touches.length, digest: written.digest };
  } finally {
    await ledger.close();
  }
}

/** The ledger of a project for a run, with a thread that writes it. */
export function openRunContacts(input: LedgerFileInput & OpenForRun): RunContacts | LedgerRefusal {
  const ledger = openContactLedger(input);
  if ('kind' in ledger) return ledger;
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return createRunContacts({
    ledger,
    known: knownInFile(ledger),
    generation: ledger.generation,
    run: input.run,
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
