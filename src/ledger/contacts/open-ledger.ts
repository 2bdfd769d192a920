import type { ContactRules } from '../../campaign/contact-rules.ts';
import type { RunLease } from '../backend.ts';
import { type ContactFacts, isUnknown, joinFacts, noFacts } from './facts.ts';
import type { ContactLedger, ContactReader, LedgerFile } from './ledger.ts';
import type { LedgerRefusal } from './ledger-refusal.ts';
import { askFile, createKnownFacts, type RunContacts } from './run-contacts.ts';
import {
  type LedgerFileInput,
  openExistingLedgerFile,
  openLedgerFile,
  openLedgerInMemory,
} from './sqlite/ledger-file.ts';
import { createSqliteLedger } from './sqlite/sqlite-ledger.ts';

export type { LedgerFileInput };

/** Where the ledger of a project is: in a file, or in a store. */
export interface LedgerPlace extends LedgerFileInput {
  /** URL. */
  readonly store: string | undefined;
}

interface OpenForRun {
  readonly rules: ContactRules;
  /** Whom this process schedules, if it does. */
  readonly everybody: (() => Iterable<string>) | undefined;
  /** It judges the contacts. */
  readonly lease: Pick<RunLease, 'judgeContacts'>;
}

/** The ledger of a project for a run. */
export async function openProjectContacts(input: LedgerPlace & OpenForRun): Promise<RunContacts | LedgerRefusal> {
  const { store, everybody, rules, lease } = input;
  if (store !== undefined) {
    const { openStoreContacts } = await import('./store/store-contacts.ts');
    return openStoreContacts({ ...input, url: store }, everybody);
  }
  const file = openLedgerFile(input);
  if ('kind' in file) return file;
  const ledger = createSqliteLedger(file, rules.priority);
  if (!lease.judgeContacts(ledger.place, rules)) {
    ledger.close();
    return { kind: 'otherFile' };
  }
  return contactsInFile(ledger, rules, { factsOf: ledger.peek, generation: ledger.lately });
}

/** Undefined where there is no ledger yet. */
export async function readProjectLedger(input: LedgerPlace): Promise<ContactReader | LedgerRefusal | undefined> {
  const { store } = input;
  const ledger =
    store === undefined
      ? readContactLedger(input)
      : await (await stores()).openStoreLedger({ ...input, url: store }, 'read');
  if (ledger === undefined || 'kind' in ledger) return ledger;
  return { ...createKnownFacts(ledger), lists: ledger.lists, close: ledger.close };
}

/** For commands; it is made where there is none yet. */
export async function openProjectLedger(input: LedgerPlace): Promise<ContactLedger | LedgerRefusal> {
  const { store } = input;
  return store === undefined
    ? openContactLedger(input)
    : (await stores()).openStoreLedger({ ...input, url: store }, 'make');
}

const stores = () => import('./store/open-store-ledger.ts');

/** Of a ledger in a file, or in memory, whose contacts a lease judges. `looks`: how those look who ask about many people. */
export function contactsInFile(
  ledger: LedgerFile,
  rules: ContactRules,
  { factsOf, generation }: Pick<LedgerFile, 'factsOf' | 'generation'> = ledger,
): RunContacts {
  return {
    ledger,
    known: {
      factsOf,
      async factsOfAll(everybody) {
        const known = createKnownFacts(ledger);
        await known.know(everybody);
        return known.factsOf;
      },
      lookAgain() {},
      lookAgainMs: 0,
    },
    question: (request) => askFile({ factsOf: ledger.factsOf, generation }, rules, request),
    close: async () => ledger.close(),
  };
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

/** An empty ledger in memory that judges as one that also has this history would. The history stays as it is. */
export function withHistory(history: (key: string) => ContactFacts): LedgerFile {
  const ledger = createSqliteLedger(openLedgerInMemory(), undefined, history);
  const factsOf = (key: string): ContactFacts => joinFacts(history(key), ledger.factsOf(key));
  return { ...ledger, factsOf, peek: factsOf, read: (keys) => keys.map(factsOf) };
}

/** What the ledger knows of these people, as a run that begins at this instant would find it. Contacts of the run itself are left out. */
export function copyHistory(
  reader: { factsOf(key: string): ContactFacts },
  keys: Iterable<string>,
  own: { readonly campaign: string; readonly run: string },
): (key: string) => ContactFacts {
  const known = new Map<string, ContactFacts>();
  for (const key of keys) {
    const facts = reader.factsOf(key);
    if (isUnknown(facts)) continue;
    const others = facts.touches.filter(({ campaign, run }) => campaign !== own.campaign || run !== own.run);
    known.set(key, { ...facts, touches: others });
  }
  return (key) => known.get(key) ?? noFacts;
}
