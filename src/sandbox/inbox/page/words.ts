import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { type FormattedPart, formattedText } from '../../../service/contract/formatted-text.ts';

/** What people wrote, as WhatsApp shows it, in whichever direction it is read. */
export function Words({ text }: { readonly text: string }): VNode | null {
  return text === '' ? null : html`<p class="words" dir="auto">${formattedText(text).map(part)}</p>`;
}

const elements = { bold: 'strong', italic: 'em', strike: 's' } as const;

function part(formatted: FormattedPart): VNode | string {
  if (typeof formatted === 'string') return formatted;
  switch (formatted.kind) {
    case 'link':
      return html`<a href=${formatted.url} target="_blank" rel="noopener noreferrer">${formatted.url}</a>`;
    case 'mono':
      return html`<code>${formatted.text}</code>`;
    case 'bold':
    case 'italic':
    case 'strike':
      return html`<${elements[formatted.kind]}>${formatted.content.map(part)}<//>`;
    default:
      return formatted satisfies never;
  }
}
