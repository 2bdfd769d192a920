import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { formattedWords } from '../../../web/page/words.ts';

/** What people wrote, as WhatsApp shows it, in whichever direction it is read. */
export function Words({ text }: { readonly text: string }): VNode | null {
  return text === '' ? null : html`<p dir="auto">${formattedWords(text, link)}</p>`;
}

function link(url: string): VNode {
  return html`<a href=${url} target="_blank" rel="noopener noreferrer">${url}</a>`;
}
