import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Guarded } from '../../web/page/guarded.ts';
import { useSearchKeys } from '../../web/page/search-keys.ts';
import { ThemeSwitch } from '../../web/page/theme.ts';
import type { RoomView } from '../shown/views.ts';
import { needsToken, type Query, type Refused, read, tokenPlace, tokens } from './api.ts';
import { CampaignPages, sameInCommands } from './campaign-pages.ts';
import { Campaigns } from './campaigns.ts';
import { Link } from './parts/link.ts';
import { Problem } from './parts/problem.ts';
import { Prose } from './parts/prose.ts';
import { inputText } from './parts/typed.ts';
import { People } from './people.ts';
import { isTab, nameOfPage, nowhere, type PagePath, type Places, usePlace } from './place.ts';
import { type Search, useSearch } from './search.ts';

/** The frame of all pages. */
export function App(): VNode {
  const places = usePlace();
  const [room, setRoom] = useState<RoomView>();
  const [problem, setProblem] = useState<Refused>();
  const [themes, setThemes] = useState(0);
  useEffect(() => {
    void read<RoomView>('/api/room').then((answer) =>
      'refused' in answer ? setProblem(answer) : setRoom(answer.value),
    );
  }, []);
  const { path, query } = places.place;
  const name = nameOfPage(path);
  useEffect(() => {
    document.title = `${name} · Callsheet`;
  }, [name]);
  const isFirst = useRef(true);
  /** What led here may be gone: who goes on with the keyboard begins at the page, not at the top of the window. */
  useEffect(() => {
    const { activeElement, body } = document;
    if (!isFirst.current && activeElement === body) document.getElementById('main')?.focus();
    isFirst.current = false;
  }, [path, query['file'], query['person']]);
  const search = useSearch(places, room?.campaigns ?? []);
  const isShown = room !== undefined || (problem === undefined && isKnownAlone(path, query));
  return html`<a class="skip" href="#main">Skip to the page</a>
    <${Top} places=${places} room=${room} search=${search} onTheme=${() => setThemes(themes + 1)} />
    <main id="main" class="page" tabindex="-1">
      ${
        isShown
          ? html`<${Guarded} of=${[path, query]} instead=${sameInCommands(room, query['file'])}>${page(path, { places, room, search, themes })}<//>`
          : problem !== undefined && needsToken(problem)
            ? html`<h1>Sign in</h1>${tokenPlace.get() === null ? html`<p class="about"><${Prose} text=${problem.refused} /></p>` : html`<${Problem} words=${problem.refused} />`}<${SignIn} />`
            : html`${problem !== undefined && html`<h1>${name}</h1>`}<${Problem} words=${problem?.refused} loading="Loading…" />`
      }
    </main>`;
}

function Top(props: {
  readonly places: Places;
  readonly room: RoomView | undefined;
  readonly search: Search;
  readonly onTheme: () => void;
}): VNode {
  const { places, room, search, onTheme } = props;
  const { path, query } = places.place;
  const field = useRef<HTMLInputElement>(null);
  useSearchKeys(field, () => search.type(''));
  const isShowing = query['numbers'] === 'show';
  const toggle = (): void => places.go(path, { ...query, numbers: isShowing ? undefined : 'show' });
  return html`<header class="top flow">
    <p class="brand"><${Link} places=${places} path="/" query=${{}}><img src="/favicon.svg" width="20" height="20" alt="" />Callsheet<//>${room?.sandbox === true && html` <small>sandbox</small>`}</p>
    <nav aria-label="Pages"><ul class="flow">
      <li><${Link} places=${places} path="/" query=${{}} current=${path === '/'}>Campaigns<//></li>
      <li><${Link} places=${places} path="/people" query=${{ file: query['file'] }} current=${path === '/people'}>People<//></li>
    </ul></nav>
    <form class="act" role="search" onSubmit=${(event: Event) => {
      event.preventDefault();
      void search.run();
    }}><input ref=${field} type="search" autocomplete="off" aria-label="A campaign, a name, or a number or a part of one" placeholder="Search campaigns and people  ( / )" value=${search.text} onInput=${(event: Event) => search.type((event.target as HTMLInputElement).value)} /><small role="status">${search.isTyped && 'Press Enter to search'}</small></form>
    <div class="flow soft">
      ${withNumbers.has(path) && room?.seesNumbers === true && html`<label><input type="checkbox" checked=${isShowing} onChange=${toggle} /> Show numbers</label>`}
      ${room?.account !== undefined && html`<span>${room.account}, ${room.allowActions ? 'may act' : 'may only look'}</span>`}
      <${ThemeSwitch} onSwitch=${onTheme} />
    </div>
  </header>`;
}

/** Pages that have telephone numbers. */
const withNumbers: ReadonlySet<PagePath> = new Set(['/doubts', '/people', '/plan', '/rehearse', '/report', '/audit']);

interface PageProps {
  readonly places: Places;
  /** Undefined where the page is there before it. */
  readonly room: RoomView | undefined;
  readonly search: Search;
  /** Grows with each change of colours. */
  readonly themes: number;
}

/** It is asked for at the same time as the room: what only the room says is added when that is there. */
function isKnownAlone(path: PagePath, { file }: Query): boolean {
  return path === '/' || path === '/people' || file !== undefined;
}

function page(path: PagePath, { places, room, search, themes }: PageProps): VNode {
  if (path === '/') return html`<${Campaigns} places=${places} />`;
  if (path === nowhere)
    return html`<h1>There is no such page</h1><p><${Link} places=${places} path="/" query=${{}}>To the campaigns<//></p>`;
  if (!isTab(path))
    return html`<${People} places=${places} search=${search} allowActions=${room?.allowActions === true} seesNumbers=${room?.seesNumbers !== false} />`;
  const file = places.place.query['file'] ?? room?.campaigns[0]?.file ?? '';
  return html`<${CampaignPages} key=${file} places=${places} path=${path} file=${file} room=${room} themes=${themes} />`;
}

/** For who has a token and not the address with it. */
function SignIn(): VNode {
  const [token, setToken] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const enter = (event: Event): void => {
    event.preventDefault();
    tokens.keep(token.trim());
    location.reload();
  };
  return html`<form class="choices flow" onSubmit=${enter}>
    <label>Your token <input ref=${field} type="password" autocomplete="off" required value=${token} onInput=${inputText(setToken)} /></label>
    <button class="primary">Enter</button>
  </form>`;
}
