import { formatCount } from '../../../diagnostic/count-words.ts';
import type { JobsBy, ShownCounts } from '../../shown/views.ts';

export const outcomes = [
  ['accepted', 'accepted'],
  ['rejected', 'rejected'],
  ['inDoubt', 'in doubt'],
  ['sending', 'under way'],
  ['pending', 'to send'],
  ['skipped', 'skipped'],
  ['expired', 'expired'],
  ['cancelled', 'given up'],
] as const satisfies readonly (readonly [keyof ShownCounts, string])[];

/** What has become of requests that were started, so far: its class, its words, and how many. */
export function startedParts(
  by: JobsBy,
): readonly { readonly kind: string; readonly word: string; readonly jobs: number }[] {
  return outcomes.flatMap(([name, word]) => {
    const jobs = by[name] ?? 0;
    return jobs === 0 ? [] : [{ kind: colorOf(name), word: name === 'pending' ? 'to send again' : word, jobs }];
  });
}

/** The class that has the colour. */
export function colorOf(name: keyof ShownCounts): string {
  return name === 'sending' ? 'underWay' : name;
}

/** `4,112 accepted`, `13 in doubt`: those that there are. */
export function countWords(counts: ShownCounts): readonly string[] {
  return outcomes.flatMap(([name, word]) => {
    const count = counts[name] ?? 0;
    return count === 0 ? [] : [`${formatCount(count)} ${word}`];
  });
}

/** All that left or is to be sent, or was too late for it; undefined until it is known how many those are. */
export function requestsIn(counts: ShownCounts): number | undefined {
  if (counts.pending === undefined) return undefined;
  return outcomes.reduce((sum, [name]) => sum + (name === 'skipped' ? 0 : (counts[name] ?? 0)), 0);
}
