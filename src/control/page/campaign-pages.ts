import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { formatCount } from '../../diagnostic/count-words.ts';
import { Guarded } from '../../web/page/guarded.ts';
import type { OverviewView } from '../shown/overview-view.ts';
import type { RoomView } from '../shown/views.ts';
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
import { type TabPath, type TabProps, tabs, useHere } from './place.ts';
import { Plan } from './plan.ts';
import { Rehearse } from './rehearse.ts';
import { Report } from './report.ts';

/** All pages about one campaign, under its title, its state and what to do next, which follow the run. */
export function CampaignPages({ path, file }: { readonly path: TabPath; readonly file: string }): VNode {
  const { room } = useHere();
  const { view, problem, readAt } = useLive<OverviewView>('/api/overview', { file });
  const inDoubt = view?.counts.inDoubt ?? 0;
  const clock: PageClock =
    view === undefined ? machineClock('UTC') : { now: view.now, readAt, isFrozen: view.sandbox, zone: view.timezone };
  return html`<${Clocked} clock=${clock}><p class="crumbs small soft"><${Link} path="/">Campaigns<//> / <span>${file}</span>${view !== undefined && view.steps.length > 0 && html` · times in ${view.timezone}`}</p>
    ${view === undefined ? html`<div class="head flow"><h1>${room?.campaigns.find((one) => one.file === file)?.title ?? file}</h1></div>` : html`<${RunControl} view=${view} />`}
    <nav aria-label="Campaign"><div class="tabs flow">
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
