import type { Later } from '../sql.ts';
import type { DepartureQuestion } from './departure-look.ts';
import type { ContactFacts } from './facts.ts';
import { createKnownFacts } from './known-facts.ts';
import type { ContactLedger, LedgerFile, TouchRequest } from './ledger.ts';

/** What a run has of the contact ledger. Its lease judges and records contacts, each with the intent of its job. */
export interface RunContacts {
  readonly ledger: ContactLedger;
  readonly known: KnownPeople;
  /** The last question about a contact, begun before its intent is recorded: whether it may still be made when its request is to leave. */
  question(request: TouchRequest): DepartureQuestion;
  close(): Promise<void>;
}

/** What the scheduler of a run knows of people. Who records an intent may know more. */
export interface KnownPeople {
  factsOf(key: string): ContactFacts;
  /** The same for a plan, which asks about all of these people. */
  factsOfAll(everybody: Iterable<string>): Later<KnownPeople['factsOf']>;
  /** Called when a contact was not made: more may have happened to this person than is known here. */
  lookAgain(key: string): void;
  /** So long after a refusal, what led to it is known here. */
  readonly lookAgainMs: number;
}

/** Of a file: it is asked itself. */
export function knownInFile({ factsOf, read }: Pick<LedgerFile, 'factsOf' | 'read'>): KnownPeople {
  return {
    factsOf,
    async factsOfAll(everybody) {
      const known = createKnownFacts({ read });
      await known.know(everybody);
      return known.factsOf;
    },
    lookAgain() {},
    lookAgainMs: 0,
  };
}
