import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { type FormattedPart, formattedText } from '../../service/contract/formatted-text.ts';

const elements = { bold: 'strong', italic: 'em', strike: 's' } as const;

/** A text as WhatsApp shows it. `link`: how an address in it is shown. */
export function formattedWords(text: string, link: (url: string) => VNode | string): readonly (VNode | string)[] {
  const part = (formatted: FormattedPart): VNode | string => {
    if (typeof formatted === 'string') return formatted;
    switch (formatted.kind) {
      case 'link':
        return link(formatted.url);
      case 'mono':
        return html`<code>${formatted.text}</code>`;
      case 'bold':
      case 'italic':
      case 'strike':
        return html`<${elements[formatted.kind]}>${formatted.content.map(part)}<//>`;
      default:
        return formatted satisfies never;
    }
  };
  return formattedText(text).map(part);
}
