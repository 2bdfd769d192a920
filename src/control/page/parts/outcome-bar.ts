import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { formatCount } from '../../../diagnostic/count-words.ts';
import type { ShownCounts } from '../../shown/views.ts';
import { colorOf, countWords, outcomes, requestsIn } from './outcomes.ts';

/** How far it is, by what has become of the requests; what is skipped is not among them. Nothing until it is known how many there are. */
export function OutcomeBar(props: {
  readonly counts: ShownCounts;
  readonly isPlain?: boolean;
  readonly look?: '' | 'thin';
}): VNode | null {
  const { counts, isPlain = false, look = '' } = props;
  const all = requestsIn(counts);
  if (all === undefined) return null;
  const begun = { ...counts, skipped: 0, pending: 0 };
  const known = outcomes.filter(([name]) => begun[name] > 0);
  const settled = all - (counts.pending ?? 0);
  const left = settled - counts.expired;
  if (all === 0) return isPlain ? null : html`<small>nothing to send</small>`;
  const words = countWords(begun).join(', ');
  return html`${
    settled > 0 &&
    html`<div class=${`bar ${look}`} role="img" aria-label=${words} title=${words}>${known.map(([name]) => html`<i class=${colorOf(name)} style=${{ width: `${(100 * begun[name]) / all}%` }}></i>`)}</div>`
  }
  ${!isPlain && html`<small>${settled === 0 ? `${formatCount(all)} to send` : `${formatCount(left)} of ${formatCount(all)}`}</small>`}`;
}
