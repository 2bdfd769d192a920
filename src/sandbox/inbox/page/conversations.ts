import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Bubble } from './bubble.ts';
import { summaryOf } from './content.ts';
import { type Inbound, loadConversation, type Message, type SandboxData, writeAs } from './sandbox-data.ts';
import type { Times } from './times.ts';

type Entry = { readonly message: Message } | { readonly inbound: Inbound };

interface Conversation {
  readonly recipient: string;
  readonly businessPhone: string;
  readonly entries: readonly Entry[];
}

interface ConversationsProps {
  readonly data: SandboxData;
  readonly times: Times;
  readonly search: string;
}

const shownMax = 300;

/** Everybody who was reached or wrote, the latest first, and what is on the phone of one of them. */
export function Conversations({ data, times, search }: ConversationsProps): VNode {
  const [chosen, choose] = useState<string>();
  const all = useMemo(() => conversationsOf(data.messages, data.inbound), [data]);
  const found = useMemo(() => all.filter((conversation) => matches(conversation, search)), [all, search]);
  const older = useOlder(search, found.length);
  const list = found.length > 0 ? found : older;
  const open = list.find(({ recipient }) => recipient === chosen) ?? (wideEnough() ? list[0] : undefined);
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = list[list.findIndex(({ recipient }) => recipient === open?.recipient) + step];
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    choose(next.recipient);
    document.getElementById(`c-${next.recipient}`)?.focus();
  };
  if (list.length === 0) return html`<${Nobody} search=${search} />`;
  return html`<div class=${`conversations ${chosen === undefined ? '' : 'opened'}`}>
    <ul class="people" aria-label="Conversations" onKeyDown=${move}>
      ${list.slice(0, shownMax).map(
        (conversation) => html`<li key=${conversation.recipient}>
          <button id=${`c-${conversation.recipient}`} aria-current=${conversation.recipient === open?.recipient}
            onClick=${() => choose(conversation.recipient)}><${Person} conversation=${conversation} times=${times} /></button></li>`,
      )}
      ${list.length > shownMax && html`<li class="more">and ${list.length - shownMax} more: search for a number</li>`}
    </ul>
    ${open && html`<${Phone} key=${open.recipient} conversation=${open} times=${times} onBack=${() => choose(undefined)} />`}
  </div>`;
}

function Nobody({ search }: { readonly search: string }): VNode {
  return search === ''
    ? html`<div class="empty"><i>💬</i><h2>Nobody has been written to yet</h2><p>Messages appear here in the moment in which the sandbox accepts them.</p></div>`
    : html`<div class="empty"><i>🔍</i><h2>Nothing found</h2><p>Search for words, or for a whole number to look further back.</p></div>`;
}

function Person({ conversation, times }: { readonly conversation: Conversation; readonly times: Times }): VNode {
  const last = conversation.entries.at(-1)!;
  const at = 'message' in last ? last.message.at : last.inbound.at;
  const words = 'message' in last ? summaryOf(last.message.type, last.message.content) : (last.inbound.text ?? 'wrote');
  const { recipient, entries } = conversation;
  return html`<span class="face" style=${{ '--hue': String((Number(recipient.slice(-5)) * 47) % 360) }}>${recipient.slice(-2)}</span>
    <span class="who"><b>+${recipient}</b><small>${'inbound' in last ? '↩ ' : ''}${words}</small></span>
    <span class="when"><time>${times.time(at)}</time>${entries.length > 1 && html`<em>${entries.length}</em>`}</span>`;
}

interface PhoneProps {
  readonly conversation: Conversation;
  readonly times: Times;
  readonly onBack: () => void;
}

function Phone({ conversation, times, onBack }: PhoneProps): VNode {
  const { recipient, businessPhone, entries } = conversation;
  const end = useRef<HTMLOListElement>(null);
  useEffect(() => end.current?.scrollTo({ top: end.current.scrollHeight }), [entries.length]);
  const write = (text: string): void => void writeAs(recipient, businessPhone, text);
  let day = '';
  return html`<section class="phone" aria-label=${`The phone of +${recipient}`}>
    <header><button class="back" onClick=${onBack} aria-label="Back to all conversations">‹</button>
      <span class="face business">B</span><div><b>+${businessPhone}</b><small>on the phone of +${recipient}</small></div></header>
    <ol ref=${end} tabindex="0" aria-label="Messages">
      ${entries.map((entry) => {
        const at = 'message' in entry ? entry.message.at : entry.inbound.at;
        const heading = times.day(at) === day ? null : html`<li class="day"><span>${times.day(at)}</span></li>`;
        day = times.day(at);
        return html`${heading}${
          'message' in entry
            ? html`<${Bubble} key=${entry.message.seq} message=${entry.message} times=${times} onTap=${write} />`
            : html`<li class="bubble out" key=${entry.inbound.seq} title=${times.full(at)}><p class="words">${entry.inbound.text ?? '(a message)'}</p><time>${times.time(at)} ✓✓</time></li>`
        }`;
      })}
    </ol>
    <${Composer} onWrite=${write} />
  </section>`;
}

function Composer({ onWrite }: { readonly onWrite: (text: string) => void }): VNode {
  const [text, setText] = useState('');
  const submit = (event: Event): void => {
    event.preventDefault();
    if (text.trim() === '') return;
    onWrite(text);
    setText('');
  };
  return html`<form class="composer" onSubmit=${submit}>
    <input aria-label="Write as the recipient" placeholder="Write as the recipient: opens the 24 hours" value=${text}
      onInput=${(event: Event) => setText((event.target as HTMLInputElement).value)} />
    <button aria-label="Send">➤</button></form>`;
}

/** A whole number that is not among the newest is looked up in the sandbox. */
function useOlder(search: string, found: number): readonly Conversation[] {
  const [older, setOlder] = useState<readonly Conversation[]>([]);
  useEffect(() => {
    const number = search.replace(/^\+/, '');
    let current = true;
    setOlder([]);
    if (found === 0 && /^\d{7,15}$/.test(number)) {
      void loadConversation(number).then(({ messages, inbound }) => {
        if (current) setOlder(conversationsOf(messages, inbound));
      });
    }
    return () => {
      current = false;
    };
  }, [search, found]);
  return older;
}

function conversationsOf(messages: readonly Message[], inbound: readonly Inbound[]): readonly Conversation[] {
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
  const byRecipient = new Map<string, { recipient: string; businessPhone: string; entries: Entry[] }>();
  for (const entry of entries) {
    const { recipient, businessPhone } = entry;
    const known = byRecipient.get(recipient) ?? { recipient, businessPhone, entries: [] };
    // Set anew, so that the map's order is that of the latest entries.
    byRecipient.delete(recipient);
    byRecipient.set(recipient, known);
    known.entries.push(entry);
  }
  return [...byRecipient.values()].toReversed();
}

function matches({ recipient, entries }: Conversation, search: string): boolean {
  const wanted = search.toLowerCase().replace(/^\+/, '');
  if (wanted === '' || recipient.includes(wanted)) return true;
  return entries.some((entry) =>
    ('message' in entry ? JSON.stringify(entry.message.content) : (entry.inbound.text ?? ''))
      .toLowerCase()
      .includes(wanted),
  );
}

function wideEnough(): boolean {
  return matchMedia('(min-width: 720px)').matches;
}
