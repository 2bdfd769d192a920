import { type ContactFacts, noFacts } from './facts.ts';
import { inChunks } from './in-chunks.ts';

/** What a ledger knew of people when it was last asked: a scheduler that judges many of them cannot wait for an answer about each. */
export interface KnownFacts {
  factsOf(key: string): ContactFacts;
  /** Asks the ledger about these people. */
  know(keys: Iterable<string>): Promise<void>;
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
