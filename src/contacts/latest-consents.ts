import type { NewConsent } from './ledger.ts';

/** Of several consents of one person for the same purpose and channel, the one that was given last; of two at once, the second. */
export function latestConsents(consents: Iterable<NewConsent>): readonly NewConsent[] {
  const latest = new Map<string, NewConsent>();
  for (const one of consents) {
    const name = `${one.key} ${one.purpose} ${one.channel}`;
    const before = latest.get(name);
    if (before === undefined || one.at >= before.at) latest.set(name, one);
  }
  return [...latest.values()];
}
