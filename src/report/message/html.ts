import { type FormattedPart, formattedText } from '../../service/contract/formatted-text.ts';
import type { MessagePart } from '../../service/operations/definition/message.ts';
import { withCode } from '../html/escape.ts';
import { escapeHtml } from '../render/html-tag.ts';
import type { ShownSample } from './shown-sample.ts';

/** A bubble per sample, as a phone shows the message. Links and media are named: the page asks for nothing from outside. */
export function samplesToHtml(samples: readonly ShownSample[]): string {
  if (samples.length === 0) return '';
  const bubbles = samples.map(({ step, about, message, notes }) => {
    const parts = message?.parts ?? [];
    const bubble = parts.length === 0 ? '' : `<div class="bubble">${parts.map(partToHtml).join('')}</div>`;
    const asides = notes.map((note) => `<p class="about">${withCode(note)}</p>`).join('');
    return `<article class="sample chat"><h3><b>${escapeHtml(step)}</b> <small>${about.map((item) => `<span>${escapeHtml(item)}</span>`).join(', ')}</small></h3>${bubble}${asides}</article>`;
  });
  return `<section aria-labelledby="messages"><h2 id="messages">Messages</h2>
<div class="samples">${bubbles.join('')}</div>
</section>`;
}

function partToHtml(part: MessagePart): string {
  switch (part.kind) {
    case 'title':
      return `<p dir="auto"><b>${paragraph(part.text)}</b></p>`;
    case 'text':
      return `<p dir="auto">${paragraph(part.text)}</p>`;
    case 'footer':
      return `<p dir="auto"><small>${paragraph(part.text)}</small></p>`;
    case 'media':
      return `<p class="media">${escapeHtml(part.media)} <small>${escapeHtml(part.source)}</small></p>`;
    case 'button': {
      const link = part.link === undefined ? '' : ` <small>${escapeHtml(part.link)}</small>`;
      return `<p class="tap" dir="auto">${escapeHtml(part.text)}${link}</p>`;
    }
    case 'choice': {
      const detail = part.detail === '' ? '' : `<small>${escapeHtml(part.detail)}</small>`;
      return `<p class="choice" dir="auto">${escapeHtml(part.text)}${detail}</p>`;
    }
    case 'fact':
      return `<p><small>${part.name}</small> ${escapeHtml(part.value)}</p>`;
    default:
      return part satisfies never;
  }
}

function paragraph(text: string): string {
  return formattedText(text).map(formatted).join('');
}

const elements = { bold: 'b', italic: 'em', strike: 's' } as const;

function formatted(part: FormattedPart): string {
  if (typeof part === 'string') return lines(part);
  switch (part.kind) {
    case 'link':
      return escapeHtml(part.url);
    case 'mono':
      return `<code>${lines(part.text)}</code>`;
    case 'bold':
    case 'italic':
    case 'strike':
      return `<${elements[part.kind]}>${part.content.map(formatted).join('')}</${elements[part.kind]}>`;
    default:
      return part satisfies never;
  }
}

function lines(text: string): string {
  return text
    .split(/\r\n|[\n\r]/)
    .map(escapeHtml)
    .join('<br>');
}
