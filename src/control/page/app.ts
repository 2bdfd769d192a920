import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { RoomView } from '../shown/views.ts';
import { type Query, type Refused, read } from './api.ts';
import { Audit } from './audit.ts';
import { Campaigns } from './campaigns.ts';
import { Doubts } from './doubts.ts';
import { Now } from './now.ts';
import { Brief } from './parts/brief.ts';
import { Framed } from './parts/framed.ts';
import { Link } from './parts/link.ts';
import { Problem } from './parts/problem.ts';
import { SignIn } from './parts/sign-in.ts';
import { Person } from './person.ts';
import { type PagePath, type Places, pages, usePlace } from './place.ts';
import { Plan } from './plan.ts';
import { Rehearse } from './rehearse.ts';

/** The frame of all pages: where one is, of which campaign, and whether numbers are shown. */
export function App(): VNode {
  const places = usePlace();
  const [room, setRoom] = useState<RoomView>();
  const [problem, setProblem] = useState<Refused>();
  useEffect(() => {
    void read<RoomView>('/api/room').then((answer) =>
      'refused' in answer ? setProblem(answer) : setRoom(answer.value),
    );
  }, []);
  const { path, query } = places.place;
  const name = pages.find((page) => page.path === path)?.name ?? '';
  useEffect(() => {
    document.title = `${name} · Callsheet`;
  }, [name]);
  const file = query['file'] ?? room?.campaigns[0]?.file ?? '';
  return html`<a class="skip" href="#main">Skip to the page</a>
    <header class="top">
      <p class="brand"><span class="mark" aria-hidden="true"></span>Callsheet${room?.sandbox && html` <em>sandbox</em>`}${room?.account !== undefined && html` <small>${room.account}, ${room.allowActions ? 'may act' : 'sees only'}</small>`}</p>
      <nav aria-label="Pages"><ul>
        ${pages.map((page) => html`<li key=${page.path}><${Link} places=${places} path=${page.path} query=${{ file: query['file'] }} current=${page.path === path}>${page.name}<//></li>`)}
      </ul></nav>
      ${
        room !== undefined &&
        path !== '/' &&
        path !== '/person' &&
        room.campaigns.length > 1 &&
        html`<label class="choose">Campaign
        <select value=${file} onChange=${(event: Event) => places.go(path, { ...query, file: (event.target as HTMLSelectElement).value })}>
          ${room.campaigns.map((one) => html`<option key=${one.file} value=${one.file}>${one.title} (${one.file})</option>`)}
        </select></label>`
      }
      ${withNumbers.has(path) && html`<label class="choose check"><input type="checkbox" checked=${query['numbers'] === 'show'} onChange=${() => places.go(path, { ...query, numbers: query['numbers'] === 'show' ? undefined : 'show' })} /> Show numbers</label>`}
    </header>
    <main id="main" tabindex="-1">
      ${
        room !== undefined || (problem === undefined && isKnownAlone(path, query))
          ? page(path, { places, file, room })
          : html`${problem?.needsToken && html`<h1>Sign in</h1>`}<${Problem} words=${problem?.refused} loading="Loading…" />${problem?.needsToken && html`<${SignIn} />`}`
      }
    </main>`;
}

/** Pages that have telephone numbers. */
const withNumbers: ReadonlySet<PagePath> = new Set(['/doubts', '/person', '/plan', '/rehearse', '/report', '/audit']);

interface PageProps {
  readonly places: Places;
  readonly file: string;
  /** Undefined where the page is there before it. */
  readonly room: RoomView | undefined;
}

/** It is asked for at the same time as the room: what only the room says is added when that is there. */
function isKnownAlone(path: PagePath, { file }: Query): boolean {
  return path === '/' || path === '/person' || file !== undefined;
}

function page(path: PagePath, { places, file, room }: PageProps): VNode {
  const { allowActions, account } = room ?? {};
  const { numbers } = places.place.query;
  switch (path) {
    case '/':
      return html`<${Campaigns} places=${places} />`;
    case '/now':
      return html`<${Now} key=${file} file=${file} />`;
    case '/doubts':
      return html`<${Doubts} key=${file} places=${places} file=${file} allowActions=${allowActions} account=${account} />`;
    case '/person':
      return html`<${Person} places=${places} allowActions=${allowActions === true} />`;
    case '/plan':
      return html`<${Plan} key=${file} places=${places} file=${file} numbers=${numbers} allowActions=${allowActions} account=${account} />`;
    case '/rehearse':
      return html`<${Rehearse} key=${file} places=${places} file=${file} />`;
    case '/report':
      return html`<h1>Report</h1><${Brief} file=${file} /><${Framed} key=${file} places=${places} path="/api/report" making="Making the report…" file=${file} title="The report" numbers=${numbers} />`;
    case '/audit':
      return html`<${Audit} key=${file} file=${file} numbers=${numbers} />`;
    default:
      return path satisfies never;
  }
}
