import type { NewConsent } from './ledger.ts';

/**
 * Of several consents of one person for the same purpose and channel, the one that was given last, and how many were given before such
 * a one; of two at once, the second.
 */
export function latestConsents(consents: Iterable<NewConsent>): {
  readonly latest: readonly NewConsent[];
  readonly older: number;
} {
  let older = 0;
  const latest = new Map<string, NewConsent>();
  for (const one of consents) {
    const name = `${one.key} ${one.purpose} ${one.channel}`;
    const before = latest.get(name);
    if (before !== undefined && one.at !== before.at) older++;
    if (before === undefined || one.at >= before.at) latest.set(name, one);
  }
  return { latest: [...latest.values()], older };
}
