import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { ShownCounts } from '../../shown/views.ts';
import { countText } from './times.ts';

const parts = [
  ['accepted', 'accepted', 'accepted'],
  ['rejected', 'rejected', 'rejected'],
  ['inDoubt', 'inDoubt', 'in doubt'],
  ['sending', 'underWay', 'under way'],
  ['expired', 'expired', 'expired'],
  ['cancelled', 'cancelled', 'given up'],
] as const;

/** How far it is, by what has become of the requests; what is skipped is not among them. Nothing until it is known how many there are. */
export function OutcomeBar({
  counts,
  isPlain = false,
}: {
  readonly counts: ShownCounts;
  readonly isPlain?: boolean;
}): VNode | null {
  const known = parts.filter(([name]) => counts[name] > 0);
  const settled = known.reduce((sum, [name]) => sum + counts[name], 0);
  if (counts.pending === undefined) return null;
  const all = settled + counts.pending;
  if (all === 0) return html`<small>nothing to send</small>`;
  const words = known.map(([name, , word]) => `${countText(counts[name])} ${word}`).join(', ');
  return html`${
    settled > 0 &&
    html`<div class="bar" role="img" aria-label=${words} title=${words}>${known.map(([name, color]) => html`<i class=${color} style=${{ width: `${(100 * counts[name]) / all}%` }}></i>`)}</div>`
  }
  ${!isPlain && html`<small>${settled === 0 ? `${countText(all)} to send` : `${countText(settled)} of ${countText(all)}`}</small>`}`;
}
