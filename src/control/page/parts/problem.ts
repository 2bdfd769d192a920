import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { Notice } from './notice.ts';

/** What is wrong, where something is (several lines are as a command printed them); otherwise what is being waited for, where nothing else is shown. */
export function Problem({
  words,
  loading,
}: {
  readonly words: string | undefined;
  readonly loading?: string | undefined;
}): VNode {
  if (words !== undefined) return html`<div role="status"><${Notice} words=${words} tone="bad" /></div>`;
  return html`<div role="status">${loading !== undefined && html`<p class="about">${loading}</p><div class="skeleton" aria-hidden="true"><i></i><i></i><i></i></div>`}</div>`;
}
