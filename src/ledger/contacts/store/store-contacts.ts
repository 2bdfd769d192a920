import type { ContactRules } from '../../../campaign/contact-rules.ts';
import { type ContactFacts, isUnknown, noFacts } from '../facts.ts';
import { createKnownFacts } from '../known-facts.ts';
import type { ContactReader } from '../ledger.ts';
import type { LedgerRefusal } from '../ledger-refusal.ts';
import { endOfTurn } from '../once-per-turn.ts';
import { createRunContacts, type RunContacts } from '../run-contacts.ts';
import { followPeople, lookAgainMs } from './followed-people.ts';
import { lookInStore } from './look-in-store.ts';
import { openStoreLedger, type StoreLedgerPlace } from './open-store-ledger.ts';
import type { StoreLedger } from './store-ledger.ts';

export interface StoreContactsInput extends StoreLedgerPlace {
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
  return 'kind' in ledger ? ledger : createStoreContacts(ledger, input.rules, everybody);
}

/** The same over a ledger that is open: it is closed with them, or when they cannot be read. */
export async function createStoreContacts(
  ledger: StoreLedger,
  rules: ContactRules,
  everybody: (() => Iterable<string>) | undefined,
): Promise<RunContacts> {
  const { changes } = ledger;
  const people = followPeople({
    changes,
    read: async (keys) => (await ledger.read(keys)).map((facts) => withClaimsAbove(facts, rules.priority)),
  });
  try {
    if (everybody !== undefined) await people.follow(everybody);
  } catch (error) {
    await ledger.close();
    throw error;
  }
  const look = lookInStore(ledger, rules);
  return createRunContacts({
    ledger,
    known: { factsOf: people.factsOf, factsOfAll: () => people.factsOf, lookAgain: people.lookAgain, lookAgainMs },
    generation: oneAfterAnother(look.generation),
    look,
    turn: endOfTurn,
    writer: {
      commit: (group) => ledger.commit(rules, group),
      async close() {
        people.stop();
      },
    },
  });
}

/** Others leave no room for anybody. Without them most people of a run that has claimed its contacts take no room in memory. */
function withClaimsAbove(facts: ContactFacts, priority: number): ContactFacts {
  if (facts.claims.length === 0) return facts;
  const left = { ...facts, claims: facts.claims.filter((claim) => claim.priority > priority) };
  return isUnknown(left) ? noFacts : left;
}

/** Each question costs as much as reserving for several people: so long after one that was shared, those who ask share the next. */
const questionMs = 2;

/** Who asks while an answer is on its way gets the next one: what is recorded before a question counts. */
function oneAfterAnother<T>(read: () => Promise<T>): () => Promise<T> {
  let latest: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  let sharing = 0;
  return () => {
    sharing++;
    if (next !== undefined) return next;
    let rest: Promise<unknown> | undefined;
    const answer = latest.then(() => {
      next = undefined;
      if (sharing > 1) rest = new Promise((resolve) => setTimeout(resolve, questionMs));
      sharing = 0;
      return read();
    });
    next = answer;
    latest = answer.catch(() => {}).then(() => rest);
    return answer;
  };
}

/** For plans and the like. Undefined where the store has no ledger of the project yet. */
export async function readStoreContacts(place: StoreLedgerPlace): Promise<ContactReader | LedgerRefusal | undefined> {
  const ledger = await openStoreLedger(place, 'read');
  if (ledger === undefined || 'kind' in ledger) return ledger;
  return { ...createKnownFacts(ledger), lists: ledger.lists, close: ledger.close };
}
