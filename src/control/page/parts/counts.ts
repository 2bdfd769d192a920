import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { ShownCounts } from '../../shown/views.ts';
import { countText } from './times.ts';

const words: readonly (readonly [keyof ShownCounts, string])[] = [
  ['accepted', 'accepted'],
  ['sending', 'under way'],
  ['pending', 'to go'],
  ['rejected', 'rejected'],
  ['inDoubt', 'in doubt'],
  ['skipped', 'skipped'],
  ['expired', 'expired'],
  ['cancelled', 'cancelled'],
];

/** What has become of jobs; what there is none of is left out. */
export function Counts({ counts }: { readonly counts: ShownCounts }): VNode {
  const shown = words.filter(([name]) => (counts[name] ?? 0) > 0);
  return html`<ul class="counts">${shown.map(([name, word]) => html`<li class=${name}><b>${countText(counts[name] ?? 0)}</b> ${word}</li>`)}</ul>`;
}
