import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { type Fields, fieldsOf, listOf, textOf } from '../../../service/operations/definition/message.ts';
import type { MessageView } from '../../admin-api/shown.ts';
import { nameOfLink, summaryOf } from './content.ts';
import type { Times } from './times.ts';
import { Words } from './words.ts';

interface BubbleProps {
  readonly message: MessageView;
  readonly times: Times;
  /** The message that it answers; absent where the page does not have it. */
  readonly quoted: MessageView | undefined;
  /** The recipient taps something. */
  readonly onTap: (text: string) => void;
}

/** One message as a phone shows it. Media are named, never fetched: the page loads nothing from elsewhere. */
export function Bubble({ message, times, quoted, onTap }: BubbleProps): VNode {
  const { type, content, at } = message;
  const answers = quotedId(message);
  const words = quoted === undefined ? answers : summaryOf(quoted.type, quoted.content);
  return html`<li class="bubble in" title=${`${message.messageId} · ${times.full(at)}`}>
    ${answers !== '' && html`<div class="quote cut choice small soft" dir="auto" title=${answers}><span aria-hidden="true">↩ </span>${words}</div>`}
    <${Content} type=${type} content=${content} onTap=${onTap} />
    <time class="small soft">${times.time(at)}</time>
  </li>`;
}

/** The id of the message that this one answers. */
export function quotedId({ context }: MessageView): string {
  return textOf(fieldsOf(context).refMessageId);
}

interface ContentProps {
  readonly type: string;
  readonly content: unknown;
  readonly onTap: (text: string) => void;
}

function Content({ type, content, onTap }: ContentProps): VNode | null {
  const fields = fieldsOf(content);
  switch (type) {
    case 'text':
      return html`<${Words} text=${textOf(fields.body)} />`;
    case 'image':
    case 'video':
    case 'sticker':
      return html`<${Media} kind=${type} link=${textOf(fields.link)} /><${Words} text=${textOf(fields.caption)} />`;
    case 'audio':
      return html`<div class="flow"><span class="face" aria-hidden="true">▶</span><div class="who"><div class="bar thin"></div><small>${nameOfLink(textOf(fields.link))}</small></div></div>`;
    case 'document':
      return html`<div class="attachment flow"><span class="pill">${extensionOf(textOf(fields.filename))}</span><div class="who"><b dir="auto">${textOf(fields.filename)}</b><small>${textOf(fields.link)}</small></div></div>
        <${Words} text=${textOf(fields.caption)} />`;
    case 'location':
      return html`<div class="media" role="img" aria-label="A map"><i aria-hidden="true">📍</i></div>
        <p dir="auto"><b>${textOf(fields.name)}</b></p><${Words} text=${textOf(fields.address)} />
        <small>${textOf(fields.latitude)}, ${textOf(fields.longitude)}</small>`;
    case 'contacts':
      return html`${listOf(content).map((contact) => html`<${Contact} contact=${contact} />`)}`;
    case 'interactive':
      return html`<${Interactive} fields=${fields} onTap=${onTap} />`;
    default:
      return html`<p>${type}</p>`;
  }
}

function Media({ kind, link }: { readonly kind: string; readonly link: string }): VNode {
  const icons: Readonly<Record<string, string>> = { image: '🖼', video: '▶', sticker: '🙂' };
  return html`<div class="media" title=${link}><i aria-hidden="true">${icons[kind] ?? '·'}</i><small>${nameOfLink(link)}</small></div>`;
}

function Contact({ contact }: { readonly contact: Fields }): VNode {
  const name = textOf(fieldsOf(contact.name).formatted_name);
  const org = fieldsOf(contact.org);
  return html`<div class="flow"><span class="face" aria-hidden="true">${Array.from(name)[0]}</span><div class="who"><b dir="auto">${name}</b>
    <small dir="auto">${[textOf(org.title), textOf(org.company)].filter(Boolean).join(', ')}</small>
    ${listOf(contact.phones).map((phone) => html`<small>${textOf(phone.phone)}</small>`)}
    ${listOf(contact.emails).map((email) => html`<small>${textOf(email.email)}</small>`)}</div></div>`;
}

interface InteractiveProps {
  readonly fields: Fields;
  readonly onTap: (text: string) => void;
}

function Interactive({ fields, onTap }: InteractiveProps): VNode {
  const action = fieldsOf(fields.action);
  const header = textOf(fieldsOf(fields.header).text);
  const footer = textOf(fieldsOf(fields.footer).text);
  return html`${header && html`<p dir="auto"><b>${header}</b></p>`}
    <${Words} text=${textOf(fieldsOf(fields.body).text)} />
    ${footer && html`<p dir="auto"><small>${footer}</small></p>`}
    ${
      fields.type === 'button' &&
      listOf(action.buttons).map(
        (button) => html`<${Tap} text=${textOf(fieldsOf(button.reply).title)} onTap=${onTap} />`,
      )
    }
    ${fields.type === 'location_request_message' && html`<${Tap} text="📍 Send location" onTap=${onTap} />`}
    ${fields.type === 'list' && html`<${List} action=${action} onTap=${onTap} />`}
    ${
      fields.type === 'carousel' &&
      html`<div class="cards" role="group" tabindex="0" aria-label="Cards">${listOf(action.cards).map((card) => html`<${Card} card=${card} onTap=${onTap} />`)}</div>`
    }`;
}

function Tap({ text, onTap }: { readonly text: string; readonly onTap: (text: string) => void }): VNode {
  return html`<button class="bare tap" dir="auto" onClick=${() => onTap(text)}>${text}</button>`;
}

/** The list opens under its button, as a sheet would. */
function List({ action, onTap }: { readonly action: Fields; readonly onTap: (text: string) => void }): VNode {
  const [open, setOpen] = useState(false);
  return html`<button class="bare tap" dir="auto" aria-expanded=${open} onClick=${() => setOpen(!open)}><span aria-hidden="true">☰ </span>${textOf(action.button)}</button>
    ${
      open &&
      listOf(action.sections).map(
        (section) => html`<div class="section"><small dir="auto">${textOf(section.title)}</small>
        ${listOf(section.rows).map(
          (row) =>
            html`<button class="bare choice" dir="auto" onClick=${() => onTap(textOf(row.title))}><b>${textOf(row.title)}</b><small>${textOf(row.description)}</small></button>`,
        )}</div>`,
      )
    }`;
}

function Card({ card, onTap }: { readonly card: Fields; readonly onTap: (text: string) => void }): VNode {
  const header = fieldsOf(card.header);
  const action = fieldsOf(card.action);
  const parameters = fieldsOf(action.parameters);
  const kind = textOf(header.type);
  return html`<article class="card"><${Media} kind=${kind} link=${textOf(fieldsOf(header[kind]).link)} />
    <${Words} text=${textOf(fieldsOf(card.body).text)} />
    <div>
      ${
        textOf(parameters.display_text) &&
        html`<span class="tap" dir="auto" title=${textOf(parameters.url)}><span aria-hidden="true">↗ </span>${textOf(parameters.display_text)}</span>`
      }
      ${listOf(action.buttons).map((button) => html`<${Tap} text=${textOf(fieldsOf(button.quick_reply).title)} onTap=${onTap} />`)}
    </div></article>`;
}

function extensionOf(name: string): string {
  return name.includes('.') ? (name.split('.').at(-1) ?? '').slice(0, 4).toUpperCase() : 'FILE';
}
