import { html } from 'htm/preact';
import type { VNode } from 'preact';

/** What is wrong, where something is (several lines are as a command printed them); otherwise what is being waited for, where nothing else is shown. */
export function Problem({
  words,
  loading,
}: {
  readonly words: string | undefined;
  readonly loading?: string | undefined;
}): VNode {
  return html`<div role="status">${words !== undefined ? html`<p class=${words.includes('\n') ? 'problem lines' : 'problem'}>${words}</p>` : loading !== undefined && html`<p class="about">${loading}</p>`}</div>`;
}
