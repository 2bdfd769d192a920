import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { counted, formatCount } from '../../diagnostic/count-words.ts';
import { inputText } from '../../web/page/hooks.ts';
import type { CampaignRow, CampaignsView } from '../shown/campaigns-view.ts';
import type { Burst, ShownCost, ShownState } from '../shown/views.ts';
import { useLive } from './api.ts';
import { Link } from './parts/link.ts';
import { Clocked, useNow } from './parts/moment.ts';
import { OutcomeBar } from './parts/outcome-bar.ts';
import { Track } from './parts/track.ts';
import { Problem, Prose } from './parts/words.ts';
import { useHere } from './place.ts';

const fewToFilter = 8;

const groups: Readonly<Record<string, readonly ShownState[]>> = {
  'not started': ['new'],
  'under way': ['running', 'paused', 'stopped'],
  over: ['finished', 'cancelled'],
};

/** Every campaign, a row each: those that need a person come first. */
export function Campaigns(): VNode {
  const { place, note } = useHere();
  const { view, problem, readAt } = useLive<CampaignsView>('/api/campaigns', {});
  if (view === undefined) return html`<h1>Campaigns</h1><${Problem} words=${problem} loading="Loading…" />`;
  const { rows, timezone, sandbox } = view;
  const { find = '', state = '' } = place.query;
  const wanted = rows.filter(
    (row) =>
      `${row.title} ${row.file}`.toLowerCase().includes(find.toLowerCase()) &&
      (state === '' || (Object.hasOwn(groups, state) && groups[state]?.includes(row.state) === true)),
  );
  const choose = (name: string) => inputText((chosen) => note(name, chosen || undefined));
  const isFiltered = rows.length >= fewToFilter || find !== '' || state !== '';
  return html`<${Problem} words=${problem} />
    <div class="head flow"><h1>Campaigns</h1><p class="about">${formatCount(rows.length)} · times in ${timezone}${sandbox && ' · sandbox runs'}</p>
      ${
        isFiltered &&
        html`<div class="act flow"><input type="search" aria-label="Find a campaign" placeholder="Find a campaign" value=${find} onInput=${choose('find')} />
        <select aria-label="State" value=${state} onChange=${choose('state')}><option value="">All states</option>${Object.keys(groups).map((name) => html`<option key=${name} value=${name}>${name}</option>`)}</select></div>`
      }</div>
    ${
      wanted.length === 0
        ? html`<div class="card empty"><h2>No campaign here is like that</h2><p>Clear the search or the state above.</p></div>`
        : html`<ul class="card list campaigns" aria-label="Campaigns">
        <li class="columns small soft" aria-hidden="true"><span>State</span><span>Campaign</span><span>Requests</span><span>Next</span><span class="number">Cost</span><span>Next 24 hours</span></li>
        ${wanted.map((row) => html`<${Clocked} key=${row.file} clock=${{ now: row.now, readAt, isFrozen: sandbox, zone: timezone }}><${Row} row=${row} view=${view} /><//>`)}</ul>`
    }`;
}

function Row({ row, view }: { readonly row: CampaignRow; readonly view: CampaignsView }): VNode {
  const { file, title, pill, ended, next, findings, trouble, counts, cost } = row;
  const said = ended ?? trouble;
  const to = { file };
  return html`<li>
    <span><span class=${`pill ${pill.tone}`}>${pill.text}</span></span>
    <div class="title"><h2 dir="auto"><${Link} path="/overview" query=${to}>${title}<//></h2>
      ${said !== undefined && html`<p class="small bad tone"><${Prose} text=${said} /></p>`}
      <p class="small soft">${file}${findings !== undefined && findings.errors + findings.warnings > 0 && html` · <span class=${`${findings.errors > 0 ? 'bad' : 'ask'} tone`}><${Link} path="/overview" query=${to}>${findingsText(findings)}<//></span>`}</p></div>
    <div><${OutcomeBar} counts=${counts} /></div>
    <span class="soft">${next !== undefined && html`<${Prose} text=${next} />`}</span>
    <span class="number"><${CostText} cost=${cost} /></span>
    <${Strip} row=${row} view=${view} />
  </li>`;
}

function findingsText({ errors, warnings }: { readonly errors: number; readonly warnings: number }): string {
  const some = (count: number, word: string): string[] => (count === 0 ? [] : [counted(count, word)]);
  return [...some(errors, 'error'), ...some(warnings, 'warning')].join(', ');
}

const hourMs = 3_600_000;
/** Of the strip: from shortly before now. */
const [before, after] = [2 * hourMs, 24 * hourMs];

/** What was started lately and what is planned for the next 24 hours. For who does not see it, the same in words. */
function Strip({ row, view }: { readonly row: CampaignRow; readonly view: CampaignsView }): VNode {
  const now = useNow();
  const { done, planned } = row;
  const axis = { from: now - before, to: now + after };
  const isOn = (one: Burst): boolean => one.to >= axis.from && one.from <= axis.to;
  if (![...done, ...planned].some(isOn))
    return html`<small>${row.state === 'finished' || row.counts.pending === undefined ? '' : 'nothing planned'}</small>`;
  const jobs = planned.filter(isOn).reduce((sum, one) => sum + jobsUntil(axis.to, one), 0);
  const label = `${jobs === 0 ? 'Nothing' : formatCount(jobs)} planned in the next 24 hours`;
  return html`<${Track} axis=${axis} zone=${view.timezone} now=${now} done=${done} planned=${planned} open=${[axis]} label=${label} />`;
}

/** They start evenly, as on the axis of a plan. */
function jobsUntil(end: number, { from, to, jobs }: Burst): number {
  return to <= end ? jobs : Math.round((jobs * (end - from)) / (to - from));
}

/** What was spent, or what it will come to, of the budget. */
function CostText({ cost }: { readonly cost: ShownCost | undefined }): VNode | null {
  if (cost === undefined) return null;
  const { spent, isAtMost, toCome, budget } = cost;
  return html`${isAtMost && html`<small>at most</small> `}${spent ?? (toCome === undefined ? '' : `about ${toCome}`)}${budget !== undefined && html` <small>of ${budget}</small>`}`;
}
