import type { ContactRules } from '../../campaign/contact-rules.ts';
import { inChunks, type Later } from '../sql.ts';
import { type ContactFacts, noFacts } from './facts.ts';
import { isForbidden } from './judge-contact.ts';
import type { ContactLedger, KnownFacts, LedgerFile, TouchRequest } from './ledger.ts';

/** What a run has of the contact ledger. Its lease judges and records contacts, each with the intent of its job. */
export interface RunContacts {
  readonly ledger: ContactLedger;
  readonly known: KnownPeople;
  /** The last question about a contact, begun before its intent is recorded: whether it may still be made when its request is to leave. */
  question(request: TouchRequest): DepartureQuestion;
  close(): Promise<void>;
}

/** What the scheduler of a run knows of people. Who records an intent may know more. */
interface KnownPeople {
  factsOf(key: string): ContactFacts;
  /** The same for a plan, which asks about all of these people. */
  factsOfAll(everybody: Iterable<string>): Later<KnownPeople['factsOf']>;
  /** Called when a contact was not made: more may have happened to this person than is known here. */
  lookAgain(key: string): void;
  /** So long after a refusal, what led to it is known here. */
  readonly lookAgainMs: number;
}

interface Readable {
  /** What is known of each of these people. */
  read(keys: readonly string[]): readonly ContactFacts[] | Promise<readonly ContactFacts[]>;
}

/** Who is in no ledger takes no room. */
export function createKnownFacts({ read }: Readable, onRead?: (key: string, facts: ContactFacts) => void): KnownFacts {
  const known = new Map<string, ContactFacts>();
  return {
    factsOf: (key) => known.get(key) ?? noFacts,
    async know(keys) {
      for (const chunk of inChunks(keys)) {
        const found = await read(chunk);
        chunk.forEach((key, index) => {
          const facts = found[index]!;
          if (facts === noFacts) known.delete(key);
          else known.set(key, facts);
          onRead?.(key, facts);
        });
      }
    },
  };
}

/**
 * The last look at the ledger, when the first byte of a request is about to be written: nothing can be waited for then. Between the
 * judgement and this moment a connection was made, and the process may have been stopped.
 */
export interface DepartureQuestion {
  /** To be awaited before `mayLeave` is asked. */
  readonly isReady: Later<void>;
  /** `unknown`: the ledger has not answered lately. */
  mayLeave(): 'allowed' | 'forbidden' | 'unknown';
  /** Nobody asks any more. */
  end(): void;
}

/** Of a file, which answers at once: the person is read only where anything was recorded since this question was begun. */
export function askFile(
  { generation, factsOf }: Pick<LedgerFile, 'factsOf' | 'generation'>,
  rules: ContactRules,
  request: TouchRequest,
): DepartureQuestion {
  const since = generation();
  return {
    isReady: undefined,
    mayLeave: () =>
      generation() === since || !isForbidden(rules, request, factsOf(request.key)) ? 'allowed' : 'forbidden',
    end() {},
  };
}
