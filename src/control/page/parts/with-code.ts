import { html } from 'htm/preact';
import type { VNode } from 'preact';

/** A sentence in which words between backticks are code. */
export function WithCode({ text }: { readonly text: string }): VNode {
  return html`${text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}
