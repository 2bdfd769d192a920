import { type ContactFacts, isUnknown, joinFacts, noFacts } from './facts.ts';
import type { LedgerFile } from './ledger.ts';
import { openLedgerInMemory } from './sqlite/ledger-file.ts';
import { createSqliteLedger } from './sqlite/sqlite-ledger.ts';

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
