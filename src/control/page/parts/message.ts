import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { formattedWords } from '../../../web/page/words.ts';
import type { MessagePart } from '../../shown/people-views.ts';

/** A message as a phone shows it. Links and media are named, never loaded. */
export function Message({ parts }: { readonly parts: readonly MessagePart[] }): VNode | null {
  return parts.length === 0 ? null : html`<div class="chat"><div class="bubble">${parts.map(part)}</div></div>`;
}

function part(one: MessagePart): VNode {
  switch (one.kind) {
    case 'title':
      return html`<p dir="auto"><b>${words(one.text)}</b></p>`;
    case 'text':
      return html`<p dir="auto">${words(one.text)}</p>`;
    case 'footer':
      return html`<p dir="auto"><small>${one.text}</small></p>`;
    case 'media':
      return html`<p class="media">${one.media} <small>${one.source}</small></p>`;
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

/** A link is named: it leads out of the control room. */
function words(text: string): readonly (VNode | string)[] {
  return formattedWords(text, (url) => url);
}
