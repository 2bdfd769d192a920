import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useOlder } from './live.ts';
import type { ViewProps } from './place.ts';
import { loadCodes } from './sandbox-data.ts';

const shownMax = 300;

/** Verification codes, the latest first: where somebody would otherwise have to look at a phone. */
export function Codes({ data, times, search }: ViewProps): VNode {
  const wanted = search.toLowerCase().replace(/^\+/, '');
  const newest = data.codes.filter(
    ({ to, code, orderId = '' }) =>
      to.includes(wanted) || code.includes(wanted) || orderId.toLowerCase().includes(wanted),
  );
  const found = [...newest, ...useOlder(data, search, newest.length, loadCodes)].toReversed();
  if (found.length === 0) {
    return html`<div class="empty"><h2>${search === '' ? 'No codes yet' : 'Nothing found'}</h2><p>Each verification shows here with its code.</p></div>`;
  }
  return html`<ul class="page codes grid">
    ${found.slice(0, shownMax).map(
      (
        code,
      ) => html`<li class="card" key=${code.seq}><div class="digits mono large go tone">${code.code.slice(0, 3)}<i></i>${code.code.slice(3)}</div>
        <b>+${code.to}</b><p class="small soft">${code.channel} · ${times.full(code.at)}</p>${code.orderId !== undefined && html`<p class="cut small soft">${code.orderId}</p>`}</li>`,
    )}
    ${found.length > shownMax && html`<li class="soft">and more: search for a number</li>`}
  </ul>`;
}
