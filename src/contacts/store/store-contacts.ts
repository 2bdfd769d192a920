import type { ContactRules } from '../../campaign/contact-rules.ts';
import type { ContactReader } from '../ledger.ts';
import type { LedgerRefusal } from '../ledger-refusal.ts';
import { createRunContacts, type RunContacts, type RunContactsInput } from '../run-contacts.ts';
import { followPeople, lookAgainMs } from './followed-people.ts';
import { openStoreLedger, type StoreLedgerPlace } from './open-store-ledger.ts';

export interface StoreContactsInput extends StoreLedgerPlace, Pick<RunContactsInput, 'run'> {
  readonly rules: ContactRules;
}

/**
 * The contacts of one process of a run, in a store. Every reservation is judged by the database's own rows, under locks on the people:
 * what a scheduler knows of them only saves questions. `everybody`: whom it schedules; a process without a scheduler gives none.
 */
export async function openStoreContacts(
  input: StoreContactsInput,
  everybody: (() => Iterable<string>) | undefined,
): Promise<RunContacts | LedgerRefusal> {
  const ledger = await openStoreLedger(input, 'make');
  if ('kind' in ledger) return ledger;
  const people = followPeople(ledger);
  try {
    if (everybody !== undefined) await people.follow(everybody);
  } catch (error) {
    await ledger.close();
    throw error;
  }
  return createRunContacts({
    ledger,
    known: { factsOf: people.factsOf, lookAgain: people.lookAgain, lookAgainMs },
    generation: undefined,
    run: input.run,
    turn: () => new Promise((resolve) => setImmediate(resolve)),
    writer: {
      commit: (group) => ledger.commit(input.rules, group),
      async close() {
        people.stop();
      },
    },
  });
}

/** For plans and the like. Undefined where the store has no ledger of the project yet. */
export async function readStoreContacts(place: StoreLedgerPlace): Promise<ContactReader | LedgerRefusal | undefined> {
  const ledger = await openStoreLedger(place, 'read');
  if (ledger === undefined || 'kind' in ledger) return ledger;
  const { factsOf, know } = followPeople(ledger);
  return { factsOf, know, lists: ledger.lists, close: ledger.close };
}
