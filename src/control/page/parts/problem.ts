import { html } from 'htm/preact';
import type { VNode } from 'preact';

/** What is wrong, where something is; otherwise that it is being loaded, where nothing else is shown. */
export function Problem({
  words,
  loading = false,
}: {
  readonly words: string | undefined;
  readonly loading?: boolean;
}): VNode {
  return html`<div role="status">${words !== undefined ? html`<p class="problem">${words}</p>` : loading && html`<p class="about">Loading…</p>`}</div>`;
}
