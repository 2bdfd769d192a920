import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { type FormattedPart, formattedText } from '../../../service/contract/formatted-text.ts';
import type { MessagePart } from '../../shown/people-views.ts';

/** A message as a phone shows it. Links and media are named, never loaded. */
export function Message({ parts }: { readonly parts: readonly MessagePart[] }): VNode | null {
  return parts.length === 0 ? null : html`<div class="bubble">${parts.map(part)}</div>`;
}

function part(one: MessagePart): VNode {
  switch (one.kind) {
    case 'title':
      return html`<p dir="auto"><b>${formattedText(one.text).map(words)}</b></p>`;
    case 'text':
      return html`<p dir="auto">${formattedText(one.text).map(words)}</p>`;
    case 'footer':
      return html`<p dir="auto"><small>${one.text}</small></p>`;
    case 'media':
      return html`<p><small>${one.media} ${one.source}</small></p>`;
    case 'button':
      return html`<p class="tap" dir="auto">${one.text} ${one.link !== undefined && html`<small>${one.link}</small>`}</p>`;
    case 'choice':
      return html`<p class="choice" dir="auto">${one.text} <small>${one.detail}</small></p>`;
    case 'fact':
      return html`<p><small>${one.name}</small> ${one.value}</p>`;
    default:
      return one satisfies never;
  }
}

const elements = { bold: 'strong', italic: 'em', strike: 's' } as const;

/** As WhatsApp shows it. A link is named: it leads out of the control room. */
function words(formatted: FormattedPart): VNode | string {
  if (typeof formatted === 'string') return formatted;
  switch (formatted.kind) {
    case 'link':
      return formatted.url;
    case 'mono':
      return html`<code>${formatted.text}</code>`;
    case 'bold':
    case 'italic':
    case 'strike':
      return html`<${elements[formatted.kind]}>${formatted.content.map(words)}<//>`;
    default:
      return formatted satisfies never;
  }
}
