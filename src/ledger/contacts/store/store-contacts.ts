import type { ContactRules } from '../../../campaign/contact-rules.ts';
import type { RunLease } from '../../backend.ts';
import { type ContactFacts, isUnknown, noFacts } from '../facts.ts';
import { createKnownFacts } from '../known-facts.ts';
import type { ContactReader } from '../ledger.ts';
import type { LedgerRefusal } from '../ledger-refusal.ts';
import type { RunContacts } from '../run-contacts.ts';
import { followPeople, lookAgainMs } from './followed-people.ts';
import { lookInStore } from './look-in-store.ts';
import { openStoreLedger, type StoreLedgerPlace } from './open-store-ledger.ts';

export interface StoreContactsInput extends StoreLedgerPlace {
  readonly rules: ContactRules;
  readonly lease: Pick<RunLease, 'judgeContacts'>;
}

/**
 * The contacts of one process of a run, in a store. Every intent is judged by the database's own rows, under locks on the people: what a
 * scheduler knows of them only saves questions. `everybody`: whom it schedules; a process without a scheduler gives none.
 */
export async function openStoreContacts(
  input: StoreContactsInput,
  everybody: (() => Iterable<string>) | undefined,
): Promise<RunContacts | LedgerRefusal> {
  const { rules, lease } = input;
  const ledger = await openStoreLedger(input, 'make');
  if ('kind' in ledger) return ledger;
  if (!lease.judgeContacts(ledger.place, rules)) {
    await ledger.close();
    return { kind: 'otherFile' };
  }
  const people = followPeople({
    changes: ledger.changes,
    read: async (keys) => (await ledger.read(keys)).map((facts) => withClaimsAbove(facts, rules.priority)),
  });
  try {
    if (everybody !== undefined) await people.follow(everybody);
  } catch (error) {
    await ledger.close();
    throw error;
  }
  const look = lookInStore(ledger, rules);
  return {
    ledger: {
      ...ledger,
      async rename(...renamed) {
        const isRenamed = await ledger.rename(...renamed);
        // Until then the contacts of the run's own step would hold its people, as those of another one.
        if (isRenamed && everybody !== undefined) await people.know(everybody());
        return isRenamed;
      },
    },
    known: { factsOf: people.factsOf, factsOfAll: () => people.factsOf, lookAgain: people.lookAgain, lookAgainMs },
    question: look.begin,
    async close() {
      look.close();
      people.stop();
      await ledger.close();
    },
  };
}

/** Others leave no room for anybody. Without them most people of a run that has claimed its contacts take no room in memory. */
function withClaimsAbove(facts: ContactFacts, priority: number): ContactFacts {
  if (facts.claims.length === 0) return facts;
  const left = { ...facts, claims: facts.claims.filter((claim) => claim.priority > priority) };
  return isUnknown(left) ? noFacts : left;
}

/** For plans and the like. Undefined where the store has no ledger of the project yet. */
export async function readStoreContacts(place: StoreLedgerPlace): Promise<ContactReader | LedgerRefusal | undefined> {
  const ledger = await openStoreLedger(place, 'read');
  if (ledger === undefined || 'kind' in ledger) return ledger;
  return { ...createKnownFacts(ledger), lists: ledger.lists, close: ledger.close };
}
