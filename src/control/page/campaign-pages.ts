import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { formatCount } from '../../diagnostic/count-words.ts';
import { Guarded } from '../../web/page/guarded.ts';
import type { OverviewView, RoomView } from '../shown/views.ts';
import { RunControl } from './actions.ts';
import { Audit } from './audit.ts';
import { Doubts } from './doubts.ts';
import { useLive } from './live.ts';
import { Overview } from './overview.ts';
import { Findings } from './parts/findings.ts';
import { InboxLink } from './parts/inbox-link.ts';
import { Link } from './parts/link.ts';
import { Clocked, machineClock, type PageClock } from './parts/moment.ts';
import { Problem } from './parts/problem.ts';
import type { TabProps } from './place.ts';
import { type Places, type TabPath, tabs } from './place.ts';
import { Plan } from './plan.ts';
import { Rehearse } from './rehearse.ts';
import { Report } from './report.ts';

/** All pages about one campaign, under its title, its state and what to do next, which follow the run. */
export function CampaignPages(props: {
  readonly places: Places;
  readonly path: TabPath;
  readonly file: string;
  readonly room: RoomView | undefined;
  readonly themes: number;
}): VNode {
  const { places, path, file, room, themes } = props;
  const { view, problem, readAt } = useLive<OverviewView>('/api/overview', { file });
  const { numbers } = places.place.query;
  const inDoubt = view?.counts.inDoubt ?? 0;
  const own: TabProps = { places, file, allowActions: room?.allowActions, account: room?.account, numbers, themes };
  const clock: PageClock =
    view === undefined ? machineClock('UTC') : { now: view.now, readAt, isFrozen: view.sandbox, zone: view.timezone };
  return html`<${Clocked} clock=${clock}><p class="crumbs small soft"><${Link} places=${places} path="/" query=${{}}>Campaigns<//> / <span>${file}</span>${view !== undefined && view.steps.length > 0 && html` · times in ${view.timezone}`}</p>
    ${view === undefined ? html`<div class="head flow"><h1>${room?.campaigns.find((one) => one.file === file)?.title ?? file}</h1></div>` : html`<${RunControl} view=${view} places=${places} account=${room?.account} />`}
    <nav aria-label="Campaign"><div class="tabs flow">
      ${tabs.map((tab) => html`<${Link} key=${tab.path} places=${places} path=${tab.path} query=${{ file }} current=${tab.path === path}>${tab.name}${tab.path === '/doubts' && inDoubt > 0 && html` <b class="pill ask">${formatCount(inDoubt)}</b>`}<//>`)}
      ${view?.inbox === true && html`<${InboxLink} file=${file} words="Messages" class="bare" />`}
    </div></nav>
    <${Problem} words=${problem} loading=${view === undefined && path === '/overview' ? 'Loading…' : undefined} />
    <${Guarded} of=${[path, view]} instead=${sameInCommands(room, file)}>${tabPage(path, own, view)}<//><//>`;
}

/** For who cannot see it here. */
export function sameInCommands(room: RoomView | undefined, file = 'FILE'): VNode {
  const which = `${file}${room?.sandbox === true ? ' --sandbox' : ''}`;
  return html`<code>callsheet status ${which}</code> and <code>callsheet report ${which}</code> say what is known.`;
}

function tabPage(path: TabPath, own: TabProps, view: OverviewView | undefined): VNode | false {
  const findings = view?.findings ?? [];
  const hasErrors = findings.some(({ severity }) => severity === 'error');
  // Neither can be made, and the command would print the same.
  if (hasErrors && (path === '/plan' || path === '/rehearse'))
    return html`<${Findings} findings=${findings} checking=${view?.checking} />`;
  switch (path) {
    case '/overview':
      return view !== undefined && html`<${Overview} view=${view} places=${own.places} />`;
    case '/plan':
      return html`<${Plan} ...${own} view=${view} />`;
    case '/doubts':
      return html`<${Doubts} ...${own} />`;
    case '/report':
      return html`<${Report} ...${own} view=${view} />`;
    case '/rehearse':
      return html`<${Rehearse} ...${own} />`;
    case '/audit':
      return html`<${Audit} ...${own} />`;
    default:
      return path satisfies never;
  }
}
