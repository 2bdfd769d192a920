import type { ContactRules } from '../../campaign/contact-rules.ts';
import { type ContactFacts, isUnknown, noFacts } from './facts.ts';
import { mayReserve } from './judge-contact.ts';
import type { LedgerFile, TouchRequest } from './ledger.ts';

/** An empty ledger that judges as one that also has this history would. The history stays as it is. */
export function withHistory(ledger: LedgerFile, history: (key: string) => ContactFacts): LedgerFile {
  const factsOf = (key: string): ContactFacts => {
    const [before, own] = [history(key), ledger.factsOf(key)];
    const { forgottenAt = own.forgottenAt } = before;
    return {
      touches: [...before.touches, ...own.touches].sort((a, b) => a.at - b.at),
      claims: [...before.claims, ...own.claims],
      suppressions: [...before.suppressions, ...own.suppressions],
      consents: [...before.consents, ...own.consents],
      forgottenAt,
    };
  };
  const reserve = (rules: ContactRules, requests: readonly TouchRequest[]): readonly boolean[] => {
    // The ledger itself knows only a part of what was judged.
    const judged = { ...rules, caps: [], consent: [] };
    return requests.map(
      (request) => mayReserve(rules, request, factsOf(request.key)) && ledger.reserve(judged, [request])[0] === true,
    );
  };
  return {
    ...ledger,
    factsOf,
    read: (keys) => keys.map(factsOf),
    reserve,
    write(rules, requests, settled) {
      ledger.settle(settled);
      return reserve(rules, requests);
    },
  };
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
