import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Guarded } from '../../../web/page/guarded.ts';
import { inputText, useSearchKeys } from '../../../web/page/hooks.ts';
import { ThemeSwitch } from '../../../web/page/theme.ts';
import { Balance } from './balance.ts';
import { Calls } from './calls.ts';
import { Codes } from './codes.ts';
import { Controls } from './controls.ts';
import { Conversations } from './conversations.ts';
import { useLive } from './live.ts';
import { ownPage, type Tab, tabs, usePlace, type ViewProps } from './place.ts';
import { Requests } from './requests.ts';
import type { SandboxData } from './sandbox-data.ts';
import { timesIn, useNow } from './times.ts';
import { Uploads } from './uploads.ts';

/** The whole page: `1` to `7` choose a tab, `/` goes to the search, Escape leaves it. */
export function App(): VNode {
  const { data, connected } = useLive();
  const [place, move] = usePlace();
  const { tab, search } = place;
  const setSearch = (text: string): void => move({ search: text });
  const searchField = useRef<HTMLInputElement>(null);
  const now = useNow(data?.clock);
  const go = (next: Tab): void => move({ tab: next, open: '', filters: {} });
  useSearchKeys(
    searchField,
    () => setSearch(''),
    (key) => {
      const next = tabs[Number(key) - 1];
      if (next !== undefined) go(next);
    },
  );
  /** As in every tab list: arrows go round, Home and End go to the ends. */
  const turn = (event: KeyboardEvent): void => {
    const at = tabs.indexOf(tab);
    const places: Readonly<Record<string, number>> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 };
    const place = places[event.key];
    const next = place === undefined ? undefined : tabs.at(place % tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    go(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  const times = timesIn(data?.tasks.timezone ?? 'UTC');
  return html`<header class="top flow">
      <h1 class="brand"><img src="/favicon.svg" width="20" height="20" alt="" />Callsheet <small>sandbox</small></h1>
      <div class="act flow small soft"><time>${data ? `${times.full(now)}, ${data.tasks.timezone}` : ''}</time>
        ${data && data.clock.speed !== 1 && html`<span class="pill go">${data.clock.speed === 0 ? 'stopped' : `× ${data.clock.speed}`}</span>`}
        <span role="status" class=${`pill ${connected ? 'go' : 'bad'}`}>${connected ? 'live' : 'not connected'}</span></div>
      ${ownPage(place.from) !== undefined && html`<a href=${ownPage(place.from)}>Back to callsheet open</a>`}
      <form role="search" onSubmit=${(event: Event) => event.preventDefault()}><input ref=${searchField} type="search" autocomplete="off" aria-label="Search" placeholder="Search  ( / )" value=${search} onInput=${inputText(setSearch)} /></form>
      <${ThemeSwitch} />
    </header>
    <nav aria-label="Views"><div class="tabs flow" role="tablist" aria-label="Views" onKeyDown=${turn}>
      ${tabs.map((name) => html`<button class="bare" key=${name} id=${`tab-${name}`} role="tab" aria-controls="view" aria-selected=${name === tab} tabindex=${name === tab ? 0 : -1} onClick=${() => go(name)}>${name}${countFor(name, data) !== '' && html` <b class="pill">${countFor(name, data)}</b>`}</button>`)}
    </div></nav>
    <main><div id="view" role="tabpanel" aria-labelledby=${`tab-${tab}`} tabindex="0">${data === undefined ? html`<div class="empty"><p>Loading…</p></div>` : html`<${Guarded} of=${[place, data]} instead=${elsewhere}><${views[tab]} ...${{ data, times, search, now, place, go: move }} /><//>`}</div></main>`;
}

const elsewhere = html`<code>callsheet report FILE --sandbox</code> says what became of everybody.`;

const views: Readonly<Record<Tab, (props: ViewProps) => VNode>> = {
  conversations: Conversations,
  requests: Requests,
  controls: Controls,
  calls: Calls,
  codes: Codes,
  uploads: Uploads,
  balance: Balance,
};

/** Empty where the tab has nothing that is counted. */
function countFor(tab: Tab, data: SandboxData | undefined): string {
  if (data === undefined || tab === 'requests' || tab === 'controls') return '';
  const { messages, codes, files } = data.ledger.counts;
  const counts: Readonly<Partial<Record<Tab, number>>> = {
    conversations: messages,
    calls: data.tasks.tasks.filter(({ redialOf }) => redialOf !== undefined).length,
    codes,
    uploads: files,
  };
  const count = counts[tab];
  return count === undefined ? data.ledger.money.available : count.toLocaleString('en');
}
