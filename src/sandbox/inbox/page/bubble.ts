import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { type Fields, fieldsOf, listOf, nameOfLink, textOf } from './content.ts';
import type { Message } from './sandbox-data.ts';
import type { Times } from './times.ts';

interface BubbleProps {
  readonly message: Message;
  readonly times: Times;
  /** The recipient taps something. */
  readonly onTap: (text: string) => void;
}

/** One message as a phone shows it. Media are named, never fetched: the page loads nothing from elsewhere. */
export function Bubble({ message, times, onTap }: BubbleProps): VNode {
  const { type, content, at } = message;
  const wide = type === 'interactive' && fieldsOf(content).type === 'carousel';
  const quoted = textOf(fieldsOf(message.context).refMessageId);
  return html`<li class=${`bubble in ${type} ${wide ? 'wide' : ''}`} title=${`${message.messageId} · ${times.full(at)}`}>
    ${quoted && html`<div class="quote">↩ ${quoted}</div>`}
    <${Content} type=${type} content=${content} onTap=${onTap} />
    <time>${times.time(at)}</time>
  </li>`;
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
      return html`<p class="words">${textOf(fields.body)}</p>`;
    case 'image':
    case 'video':
    case 'sticker':
      return html`<${Media} kind=${type} link=${textOf(fields.link)} /><${Caption} text=${fields.caption} />`;
    case 'audio':
      return html`<div class="voice"><span class="play">▶</span><span class="wave"></span><small>${nameOfLink(textOf(fields.link))}</small></div>`;
    case 'document':
      return html`<div class="document"><span>${extensionOf(textOf(fields.filename))}</span><div><b>${textOf(fields.filename)}</b><small>${textOf(fields.link)}</small></div></div>
        <${Caption} text=${fields.caption} />`;
    case 'location':
      return html`<div class="map" role="img" aria-label="A map"><i>📍</i></div>
        <b class="head">${textOf(fields.name)}</b><p class="words">${textOf(fields.address)}</p>
        <small>${textOf(fields.latitude)}, ${textOf(fields.longitude)}</small>`;
    case 'contacts':
      return html`${listOf(content).map((contact) => html`<${Contact} contact=${contact} />`)}`;
    case 'interactive':
      return html`<${Interactive} fields=${fields} onTap=${onTap} />`;
    default:
      return html`<p class="words">${type}</p>`;
  }
}

function Media({ kind, link }: { readonly kind: string; readonly link: string }): VNode {
  const icons: Readonly<Record<string, string>> = { image: '🖼', video: '▶', sticker: '🏷' };
  return html`<div class=${`media ${kind}`} title=${link}><i>${icons[kind] ?? '·'}</i><small>${nameOfLink(link)}</small></div>`;
}

function Caption({ text }: { readonly text: unknown }): VNode | null {
  return textOf(text) === '' ? null : html`<p class="words">${textOf(text)}</p>`;
}

function Contact({ contact }: { readonly contact: Fields }): VNode {
  const name = textOf(fieldsOf(contact.name).formatted_name);
  const org = fieldsOf(contact.org);
  return html`<div class="contact"><span class="face">${name.slice(0, 1)}</span><div><b>${name}</b>
    <small>${[textOf(org.title), textOf(org.company)].filter(Boolean).join(', ')}</small>
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
  return html`${header && html`<b class="head">${header}</b>`}
    <p class="words">${textOf(fieldsOf(fields.body).text)}</p>
    ${footer && html`<small>${footer}</small>`}
    ${
      fields.type === 'button' &&
      html`<div class="taps">${listOf(action.buttons).map((button) => html`<${Tap} text=${textOf(fieldsOf(button.reply).title)} onTap=${onTap} />`)}</div>`
    }
    ${
      fields.type === 'location_request_message' &&
      html`<div class="taps"><${Tap} text="📍 Send location" onTap=${onTap} /></div>`
    }
    ${fields.type === 'list' && html`<${List} action=${action} onTap=${onTap} />`}
    ${
      fields.type === 'carousel' &&
      html`<div class="cards" tabindex="0" aria-label="Cards">${listOf(action.cards).map((card) => html`<${Card} card=${card} onTap=${onTap} />`)}</div>`
    }`;
}

function Tap({ text, onTap }: { readonly text: string; readonly onTap: (text: string) => void }): VNode {
  return html`<button class="tap" onClick=${() => onTap(text)}>${text}</button>`;
}

/** The list opens under its button, as a sheet would. */
function List({ action, onTap }: { readonly action: Fields; readonly onTap: (text: string) => void }): VNode {
  const [open, setOpen] = useState(false);
  return html`<div class="taps"><button class="tap" aria-expanded=${open} onClick=${() => setOpen(!open)}>☰ ${textOf(action.button)}</button></div>
    ${
      open &&
      listOf(action.sections).map(
        (section) => html`<div class="section"><h4>${textOf(section.title)}</h4>
        ${listOf(section.rows).map(
          (row) =>
            html`<button class="row" onClick=${() => onTap(textOf(row.title))}><b>${textOf(row.title)}</b><small>${textOf(row.description)}</small></button>`,
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
    <p class="words">${textOf(fieldsOf(card.body).text)}</p>
    <div class="taps">
      ${
        textOf(parameters.display_text) &&
        html`<span class="tap link" title=${textOf(parameters.url)}>↗ ${textOf(parameters.display_text)}</span>`
      }
      ${listOf(action.buttons).map((button) => html`<${Tap} text=${textOf(fieldsOf(button.quick_reply).title)} onTap=${onTap} />`)}
    </div></article>`;
}

function extensionOf(name: string): string {
  return name.includes('.') ? (name.split('.').at(-1) ?? '').slice(0, 4).toUpperCase() : 'FILE';
}
