import { type FormattedPart, formattedText } from '../../service/contract/formatted-text.ts';
import type { MessagePart } from '../../service/operations/definition/message.ts';
import type { ShownSample } from '../document.ts';
import { html, type InPage, type Markup, raw } from './html-tag.ts';
import { sentence } from './html-words.ts';

/** A bubble per sample, as a phone shows the message. Links and media are named: the page asks for nothing from outside. */
export function messagesHtml(samples: readonly ShownSample[]): Markup {
  const bubbles = samples.map(({ step, about, message, notes }) => {
    const parts = message?.parts ?? [];
    const items = about.map((item, index) => html`${index === 0 ? '' : ', '}<span class="unbroken">${item}</span>`);
    const bubble = parts.length === 0 ? undefined : html`<div class="bubble">${parts.map(partHtml)}</div>`;
    const asides = notes.map((note) => html`<p class="small soft">${sentence(note)}</p>`);
    return html`<article class="chat"><h3><b><bdi>${step}</bdi></b> <small>${items}</small></h3>${bubble}${asides}</article>`;
  });
  return html`<section aria-labelledby="messages"><h2 id="messages">Messages</h2>
<div class="grid">${bubbles}</div>
</section>`;
}

function partHtml(part: MessagePart): Markup {
  switch (part.kind) {
    case 'title':
      return html`<p dir="auto"><b>${paragraph(part.text)}</b></p>`;
    case 'text':
      return html`<p dir="auto">${paragraph(part.text)}</p>`;
    case 'footer':
      return html`<p dir="auto"><small>${paragraph(part.text)}</small></p>`;
    case 'media':
      return html`<p class="media">${part.media} <small>${part.source}</small></p>`;
    case 'button':
      return html`<p class="tap" dir="auto">${part.text}${part.link === undefined ? undefined : html` <small>${part.link}</small>`}</p>`;
    case 'choice':
      return html`<p class="choice" dir="auto">${part.text}${part.detail === '' ? undefined : html`<small>${part.detail}</small>`}</p>`;
    case 'fact':
      return html`<p><small>${part.name}</small> ${part.value}</p>`;
    default:
      return part satisfies never;
  }
}

function paragraph(text: string): InPage {
  return formattedText(text).map(formatted);
}

const elements = { bold: 'b', italic: 'em', strike: 's' } as const;

function formatted(part: FormattedPart): InPage {
  if (typeof part === 'string') return lines(part);
  switch (part.kind) {
    case 'link':
      return part.url;
    case 'mono':
      return html`<code>${lines(part.text)}</code>`;
    case 'bold':
    case 'italic':
    case 'strike': {
      const element = raw(elements[part.kind]);
      return html`<${element}>${part.content.map(formatted)}</${element}>`;
    }
    default:
      return part satisfies never;
  }
}

function lines(text: string): InPage {
  return text.split(/\r\n|[\n\r]/).map((line, index) => [index === 0 ? undefined : html`<br>`, line]);
}
