import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { Notice } from './notice.ts';

/** Of what comes. */
const shape = html`<p class="notice">\u00a0</p>`;

/** What is wrong, where something is (several lines are as a command printed them); otherwise what is being waited for, where nothing else is shown. */
export function Problem({
  words,
  loading,
}: {
  readonly words: string | undefined;
  readonly loading?: string | undefined;
}): VNode {
  if (words !== undefined) return html`<div role="status"><${Notice} words=${words} tone="bad" /></div>`;
  return html`<div role="status">${loading !== undefined && html`<p class="about">${loading}</p><div aria-hidden="true">${shape}${shape}${shape}</div>`}</div>`;
}
