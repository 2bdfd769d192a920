import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { formatCount } from '../../../diagnostic/count-words.ts';
import type { ShownCounts } from '../../shown/views.ts';

const outcomes = [
  ['accepted', 'accepted'],
  ['rejected', 'rejected'],
  ['inDoubt', 'in doubt'],
  ['sending', 'under way'],
  ['pending', 'to send'],
  ['skipped', 'skipped'],
  ['expired', 'expired'],
  ['cancelled', 'given up'],
] as const satisfies readonly (readonly [keyof ShownCounts, string])[];

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

/** How far it is, by what has become of the requests; what is skipped is not among them. Nothing until it is known how many there are. */
export function OutcomeBar({
  counts,
  isPlain = false,
  look = '',
}: {
  readonly counts: ShownCounts;
  readonly isPlain?: boolean;
  readonly look?: '' | 'thin';
}): VNode | null {
  const all = requestsIn(counts);
  if (all === undefined) return null;
  const begun = { ...counts, skipped: 0, pending: 0 };
  const known = outcomes.filter(([name]) => begun[name] > 0);
  const settled = all - (counts.pending ?? 0);
  const left = settled - counts.expired;
  if (all === 0) return isPlain ? null : html`<small>nothing to send</small>`;
  const words = countWords(begun).join(', ');
  const color = (name: keyof ShownCounts): string => (name === 'sending' ? 'underWay' : name);
  return html`${
    settled > 0 &&
    html`<div class=${`bar ${look}`} role="img" aria-label=${words} title=${words}>${known.map(([name]) => html`<i class=${color(name)} style=${{ width: `${(100 * begun[name]) / all}%` }}></i>`)}</div>`
  }
  ${!isPlain && html`<small>${settled === 0 ? `${formatCount(all)} to send` : `${formatCount(left)} of ${formatCount(all)}`}</small>`}`;
}
