import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { plainText } from '../../../service/contract/formatted-text.ts';
import { inputText } from '../../../web/page/hooks.ts';
import type { InboundView, MessageView } from '../../admin-api/shown.ts';
import { Bubble, quotedId } from './bubble.ts';
import { summaryOf, textsIn } from './content.ts';
import { excerpt, useHits } from './hits.ts';
import { useOlder } from './live.ts';
import { hrefOf, type Place, personPage, type ViewProps } from './place.ts';
import { change, loadConversation } from './sandbox-data.ts';
import { Words } from './words.ts';

type Entry = { readonly message: MessageView } | { readonly inbound: InboundView };

/** Between one recipient and one business number, as on a phone. */
interface Conversation {
  readonly id: string;
  readonly recipient: string;
  readonly businessPhone: string;
  readonly entries: readonly Entry[];
}

const shownMax = 300;

/** Everybody who was reached or wrote, the latest first, and what is on the phone of one of them. */
export function Conversations({ data, times, search, place, go }: ViewProps): VNode {
  const chosen = place.open === '' ? undefined : place.open;
  const choose = (id: string | undefined): void => go({ open: id ?? '' }, id !== undefined && chosen === undefined);
  const all = useMemo(() => conversationsOf(data.messages, data.inbound), [data]);
  const found = useMemo(() => all.filter((conversation) => matches(conversation, search)), [all, search]);
  // An address may name a person alone, who may be one of those that are not kept.
  const named = chosen?.split('-').at(-1) ?? '';
  const isKept = all.some(({ id, recipient }) => id === chosen || recipient === named);
  const isSearch = isKept || named === '';
  const older = useOlder(data, isSearch ? search : named, isSearch ? found.length : 0, olderConversations);
  const list = older.length > 0 ? older : found;
  const isUnknown = named !== '' && !isKept && older.length === 0;
  const open =
    list.find(({ id }) => id === chosen) ??
    list.find(({ recipient }) => recipient === named) ??
    (wideEnough() && !isUnknown ? list[0] : undefined);
  const businesses = useMemo(() => new Set(all.map(({ businessPhone }) => businessPhone)).size, [all]);
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = list[list.findIndex(({ id }) => id === open?.id) + step];
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    choose(next.id);
    document.getElementById(`c-${next.id}`)?.focus();
  };
  if (list.length === 0) return html`<${Nobody} search=${search} />`;
  return html`<div class=${`conversations split ${chosen === undefined || open === undefined ? '' : 'opened'}`}>
    <ul class="list items" aria-label="Conversations" onKeyDown=${move}>
      ${list.slice(0, shownMax).map(
        (conversation) => html`<li key=${conversation.id}>
          <button class="bare fill flow" id=${`c-${conversation.id}`} aria-current=${conversation.id === open?.id}
            onClick=${() => choose(conversation.id)}><${Person} conversation=${conversation} times=${times} namesBusiness=${businesses > 1} search=${search} /></button></li>`,
      )}
      ${list.length > shownMax && html`<li><p class="fill soft">and more: search for a number</p></li>`}
    </ul>
    ${isUnknown && html`<${NoMessages} recipient=${named} place=${place} />`}
    ${open && html`<${Phone} key=${open.id} conversation=${open} times=${times} search=${search} place=${place} onBack=${() => choose(undefined)} />`}
  </div>`;
}

/** Another person's phone in its place would be taken for theirs. */
function NoMessages({ recipient, place }: { readonly recipient: string; readonly place: Place }): VNode {
  const requests = hrefOf({ ...place, tab: 'requests', open: '', search: recipient, filters: {} });
  return html`<div class="empty"><h2>No messages for +${recipient}</h2><p><a href=${requests}>Requests for this number</a></p></div>`;
}

function Nobody({ search }: { readonly search: string }): VNode {
  return search === ''
    ? html`<div class="empty"><h2>Nobody has been written to yet</h2><p>Messages appear here as soon as the sandbox accepts them.</p></div>`
    : html`<div class="empty"><h2>Nothing found</h2><p>Search for words, or for a whole number to look further back.</p></div>`;
}

interface PersonProps extends Pick<ViewProps, 'times' | 'search'> {
  readonly conversation: Conversation;
  /** Several business numbers have written. */
  readonly namesBusiness: boolean;
}

function Person({ conversation, times, namesBusiness, search }: PersonProps): VNode {
  const last = conversation.entries.at(-1)!;
  const at = 'message' in last ? last.message.at : last.inbound.at;
  const hit =
    search === ''
      ? undefined
      : conversation.entries.map((entry) => excerpt(wordsOf(entry), search)).find((one) => one !== undefined);
  const words =
    hit ??
    ('message' in last ? summaryOf(last.message.type, last.message.content) : plainText(last.inbound.text ?? 'wrote'));
  const { recipient, businessPhone, entries } = conversation;
  return html`<span class="face" aria-hidden="true" style=${{ '--hue': String((Number(recipient.slice(-5)) * 47) % 360) }}>${recipient.slice(-2)}</span>
    <span class="who"><b>+${recipient}</b>${namesBusiness && html`<small>from +${businessPhone}</small>`}
      <span class="cut soft" dir="auto">${'inbound' in last && html`<span aria-hidden="true">↩ </span>`}${words}</span></span>
    <span class="number small soft"><time>${times.time(at)}</time>${entries.length > 1 && html`<br /><b class="pill go">${entries.length}</b>`}</span>`;
}

interface PhoneProps extends Pick<ViewProps, 'times' | 'search' | 'place'> {
  readonly conversation: Conversation;
  readonly onBack: () => void;
}

function Phone({ conversation, times, search, place, onBack }: PhoneProps): VNode {
  const { recipient, businessPhone, entries } = conversation;
  const person = personPage(place.from, recipient);
  const end = useRef<HTMLOListElement>(null);
  useEffect(() => end.current?.scrollTo({ top: end.current.scrollHeight }), [entries.length]);
  useHits(() => end.current, search.replace(/^\+/, ''), String(entries.length));
  /** Why it was not taken. A button that they tap comes to the same as writing its text. */
  const write = (text: string): Promise<string | undefined> => change('inbound', { recipient, businessPhone, text });
  const messages = new Map(
    entries.flatMap((entry) => ('message' in entry ? [[entry.message.messageId, entry.message]] : [])),
  );
  let day = '';
  return html`<section class="phone detail" aria-label=${`The phone of +${recipient}`}>
    <header class="flow"><button class="back" onClick=${onBack}>‹ All</button>
      <span class="face" aria-hidden="true">B</span><div class="who"><b>+${businessPhone}</b><small>+${recipient}’s phone</small></div>
      ${person !== undefined && html`<a href=${person}>Open in callsheet open</a>`}
      <a href=${hrefOf({ ...place, tab: 'requests', open: '', search: recipient, filters: {} })}>Requests</a></header>
    <ol ref=${end} tabindex="0" aria-label="Messages">
      ${entries.map((entry) => {
        const at = 'message' in entry ? entry.message.at : entry.inbound.at;
        const heading = times.day(at) === day ? null : html`<li class="pill day">${times.day(at)}</li>`;
        day = times.day(at);
        return html`${heading}${
          'message' in entry
            ? html`<${Bubble} key=${entry.message.seq} message=${entry.message} times=${times} quoted=${messages.get(quotedId(entry.message))} onTap=${(text: string) => void write(text)} />`
            : html`<li class="bubble out" key=${entry.inbound.seq} title=${times.full(at)}><${Words} text=${entry.inbound.text ?? '(a message)'} /><time class="small soft">${times.time(at)}<span aria-hidden="true"> ✓✓</span></time></li>`
        }`;
      })}
    </ol>
    <${Composer} onWrite=${write} />
  </section>`;
}

function Composer({ onWrite }: { readonly onWrite: (text: string) => Promise<string | undefined> }): VNode {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (text.trim() === '') return;
    setText('');
    const refused = await onWrite(text);
    setProblem(refused ?? '');
    // Unless something else is written there by now.
    if (refused !== undefined) setText((now) => now || text);
  };
  return html`<form class="flow" onSubmit=${submit}>
    ${problem !== '' && html`<small class="bad tone" role="alert">${problem}</small>`}
    <input aria-label="Reply as this person: opens the 24-hour session" placeholder="Reply as this person" value=${text}
      onInput=${inputText(setText)} />
    <button class="primary">Send</button></form>`;
}

async function olderConversations(recipient: string): Promise<readonly Conversation[]> {
  const { messages, inbound } = await loadConversation(recipient);
  return conversationsOf(messages, inbound);
}

function conversationsOf(messages: readonly MessageView[], inbound: readonly InboundView[]): readonly Conversation[] {
  const entries: (Entry & { seq: number; recipient: string; businessPhone: string })[] = [
    ...messages.map((message) => ({
      message,
      seq: message.seq,
      recipient: message.recipient,
      businessPhone: message.businessPhone,
    })),
    ...inbound.map((came) => ({
      inbound: came,
      seq: came.seq,
      recipient: came.recipient,
      businessPhone: came.businessPhone,
    })),
  ].sort((a, b) => a.seq - b.seq);
  const byId = new Map<string, Conversation & { readonly entries: Entry[] }>();
  for (const entry of entries) {
    const { recipient, businessPhone } = entry;
    const id = `${businessPhone}-${recipient}`;
    const known = byId.get(id) ?? { id, recipient, businessPhone, entries: [] };
    // Set again, so that the map's order is that of the latest entries.
    byId.delete(id);
    byId.set(id, known);
    known.entries.push(entry);
  }
  return [...byId.values()].toReversed();
}

/** All that can be read in a message, or that a person wrote. */
function wordsOf(entry: Entry): string {
  return 'message' in entry
    ? plainText(summaryOf(entry.message.type, entry.message.content))
    : plainText(entry.inbound.text ?? '');
}

function matches({ recipient, entries }: Conversation, search: string): boolean {
  const wanted = search.toLowerCase().replace(/^\+/, '');
  if (wanted === '' || recipient.includes(wanted)) return true;
  return entries.some((entry) =>
    textsIn('message' in entry ? entry.message.content : entry.inbound.text)
      .toLowerCase()
      .includes(wanted),
  );
}

function wideEnough(): boolean {
  return matchMedia('(width > 820px)').matches;
}
