import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatCount } from '../../diagnostic/count-words.ts';
import { Guarded } from '../../web/page/guarded.ts';
import { inputText, useSearchKeys } from '../../web/page/hooks.ts';
import { ThemeSwitch } from '../../web/page/theme.ts';
import type { OverviewView } from '../shown/overview-view.ts';
import type { RoomView } from '../shown/views.ts';
import { RunControl } from './actions.ts';
import { needsToken, type Query, read, tokenPlace, tokens, useAnswer, useLive } from './api.ts';
import { Audit } from './audit.ts';
import { Campaigns } from './campaigns.ts';
import { Doubts } from './doubts.ts';
import { Overview } from './overview.ts';
import { Findings } from './parts/findings.ts';
import { InboxLink, Link } from './parts/link.ts';
import { Clocked, machineClock, type PageClock } from './parts/moment.ts';
import { Problem, Prose } from './parts/words.ts';
import { People } from './people.ts';
import {
  Here,
  isTab,
  nameOfPage,
  nowhere,
  type PagePath,
  type TabPath,
  type TabProps,
  tabs,
  useHere,
  usePlace,
} from './place.ts';
import { Plan } from './plan.ts';
import { Rehearse } from './rehearse.ts';
import { Report } from './report.ts';
import { type Search, useSearch } from './search.ts';

/** The frame of all pages. */
export function App(): VNode {
  const places = usePlace();
  const { value: room, refusal: problem } = useAnswer([], () => read<RoomView>('/api/room'));
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
  return html`<${Here.Provider} value=${{ ...places, room }}><a class="skip" href="#main">Skip to the page</a>
    <${Top} search=${search} />
    <main id="main" class="page" tabindex="-1">
      ${
        isShown
          ? html`<${Guarded} of=${[path, query]} instead=${sameInCommands(room, query['file'])}>${page(path, query['file'] ?? room?.campaigns[0]?.file ?? '', search)}<//>`
          : problem !== undefined && needsToken(problem)
            ? html`<h1>Sign in</h1>${tokenPlace.get() === null ? html`<p class="about"><${Prose} text=${problem.refused} /></p>` : html`<${Problem} words=${problem.refused} />`}<${SignIn} />`
            : html`${problem !== undefined && html`<h1>${name}</h1>`}<${Problem} words=${problem?.refused} loading="Loading…" />`
      }
    </main><//>`;
}

function Top({ search }: { readonly search: Search }): VNode {
  const { place, room, go } = useHere();
  const { path, query } = place;
  const field = useRef<HTMLInputElement>(null);
  useSearchKeys(field, () => search.type(''));
  const isShowing = query['numbers'] === 'show';
  const toggle = (): void => go(path, { ...query, numbers: isShowing ? undefined : 'show' });
  return html`<header class="top flow">
    <p class="brand"><${Link} path="/"><img src="/favicon.svg" width="20" height="20" alt="" />Callsheet<//>${room?.sandbox === true && html` <small>sandbox</small>`}</p>
    <nav aria-label="Pages"><ul class="flow">
      <li><${Link} path="/" current=${path === '/'}>Campaigns<//></li>
      <li><${Link} path="/people" query=${{ file: query['file'] }} current=${path === '/people'}>People<//></li>
    </ul></nav>
    <form class="act" role="search" onSubmit=${(event: Event) => {
      event.preventDefault();
      void search.run();
    }}><input ref=${field} type="search" autocomplete="off" aria-label="A campaign, a name, or a number or a part of one" placeholder="Search campaigns and people  ( / )" value=${search.text} onInput=${inputText(search.type)} /><small role="status">${search.isTyped && 'Press Enter to search'}</small></form>
    <div class="flow soft">
      ${withNumbers.has(path) && room?.seesNumbers === true && html`<label><input type="checkbox" checked=${isShowing} onChange=${toggle} /> Show numbers</label>`}
      ${room?.account !== undefined && html`<span>${room.account}, ${room.allowActions ? 'may act' : 'may only look'}</span>`}
      <${ThemeSwitch} />
    </div>
  </header>`;
}

/** Pages that have telephone numbers. */
const withNumbers: ReadonlySet<PagePath> = new Set(['/doubts', '/people', '/plan', '/rehearse', '/report', '/audit']);

/** It is asked for at the same time as the room: what only the room says is added when that is there. */
function isKnownAlone(path: PagePath, { file }: Query): boolean {
  return path === '/' || path === '/people' || file !== undefined;
}

function page(path: PagePath, file: string, search: Search): VNode {
  if (path === '/') return html`<${Campaigns} />`;
  if (path === nowhere) return html`<h1>There is no such page</h1><p><${Link} path="/">To the campaigns<//></p>`;
  if (!isTab(path)) return html`<${People} search=${search} />`;
  return html`<${CampaignPages} key=${file} path=${path} file=${file} />`;
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

/** All pages about one campaign, under its title, its state and what to do next, which follow the run. */
export function CampaignPages({ path, file }: { readonly path: TabPath; readonly file: string }): VNode {
  const { room } = useHere();
  const { view, problem, readAt } = useLive<OverviewView>('/api/overview', { file });
  const inDoubt = view?.counts.inDoubt ?? 0;
  const strip = useRef<HTMLElement>(null);
  /** On a narrow screen the tabs are wider than it. */
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path, view === undefined]);
  const clock: PageClock =
    view === undefined ? machineClock('UTC') : { now: view.now, readAt, isFrozen: view.sandbox, zone: view.timezone };
  return html`<${Clocked} clock=${clock}><p class="crumbs small soft"><${Link} path="/">Campaigns<//> / <span>${file}</span>${view !== undefined && view.steps.length > 0 && html` · times in ${view.timezone}`}</p>
    ${view === undefined ? html`<div class="head flow"><h1>${room?.campaigns.find((one) => one.file === file)?.title ?? file}</h1></div>` : html`<${RunControl} view=${view} />`}
    <nav aria-label="Campaign"><div ref=${strip} class="tabs flow">
      ${tabs.map((tab) => html`<${Link} key=${tab.path} path=${tab.path} query=${{ file }} current=${tab.path === path}>${tab.name}${tab.path === '/doubts' && inDoubt > 0 && html` <b class="pill ask">${formatCount(inDoubt)}</b>`}<//>`)}
      ${view?.inbox === true && html`<${InboxLink} file=${file} words="Messages" class="bare" />`}
    </div></nav>
    <${Problem} words=${problem} loading=${view === undefined && path === '/overview' ? 'Loading…' : undefined} />
    <${Guarded} of=${[path, view]} instead=${sameInCommands(room, file)}>${tabPage(path, { file, view })}<//><//>`;
}

/** For who cannot see it here. */
export function sameInCommands(room: RoomView | undefined, file = 'FILE'): VNode {
  const which = `${file}${room?.sandbox === true ? ' --sandbox' : ''}`;
  return html`<code>callsheet status ${which}</code> and <code>callsheet report ${which}</code> say what is known.`;
}

function tabPage(path: TabPath, own: TabProps): VNode | false {
  const { file, view } = own;
  const findings = view?.findings ?? [];
  const hasErrors = findings.some(({ severity }) => severity === 'error');
  // Neither can be made, and the command would print the same.
  if (hasErrors && (path === '/plan' || path === '/rehearse'))
    return html`<${Findings} findings=${findings} checking=${view?.checking} />`;
  switch (path) {
    case '/overview':
      return view !== undefined && html`<${Overview} view=${view} />`;
    case '/plan':
      return html`<${Plan} ...${own} />`;
    case '/doubts':
      return html`<${Doubts} file=${file} />`;
    case '/report':
      return html`<${Report} ...${own} />`;
    case '/rehearse':
      return html`<${Rehearse} file=${file} />`;
    case '/audit':
      return html`<${Audit} file=${file} />`;
    default:
      return path satisfies never;
  }
}
