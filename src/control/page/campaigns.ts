import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { CampaignRow, CampaignsView } from '../shown/views.ts';
import { useLive } from './live.ts';
import { Counts } from './parts/counts.ts';
import { Link } from './parts/link.ts';
import { Problem } from './parts/problem.ts';
import { AxisLabels, Track } from './parts/track.ts';
import { WithCode } from './parts/with-code.ts';
import type { Places } from './place.ts';

/** Every campaign with its state, on one time axis. */
export function Campaigns({ places }: { readonly places: Places }): VNode {
  const { view, problem } = useLive<CampaignsView>('/api/campaigns', {});
  if (view === undefined) return html`<${Problem} words=${problem} />`;
  return html`<${Problem} words=${problem} />
    <h1>Campaigns</h1>
    <p class="about">${view.rows.length === 1 ? '1 campaign' : `${view.rows.length} campaigns`}, times in ${view.timezone}${view.sandbox && ', sandbox runs'}</p>
    <div class="lanes">
      <div class="lane head"><span></span><${AxisLabels} axis=${view.axis} zone=${view.timezone} /></div>
      <ul>${view.rows.map((row) => html`<${Row} key=${row.file} row=${row} view=${view} places=${places} />`)}</ul>
    </div>`;
}

function Row({
  row,
  view,
  places,
}: {
  readonly row: CampaignRow;
  readonly view: CampaignsView;
  readonly places: Places;
}): VNode {
  const { file, title, state, stateText, ended, next, findings, trouble, counts, done, planned } = row;
  return html`<li class="lane">
    <div class="what">
      <h2><${Link} places=${places} path="/now" query=${{ file }}>${title}<//></h2>
      <p><span class=${`chip ${state}`}>${stateText}</span> ${row.run !== '' && html`<small>run ${row.run}</small>`}</p>
      ${ended !== undefined && html`<p class="warn"><${WithCode} text=${`${ended}.`} /></p>`}
      <${Counts} counts=${counts} />
      ${next !== undefined && html`<p class="next">Next: ${next}</p>`}
      ${findings !== undefined && findings.errors + findings.warnings > 0 && html`<p class=${findings.errors > 0 ? 'bad' : 'warn'}>${findingsText(findings)}</p>`}
      ${trouble !== undefined && html`<p class="bad">${trouble}</p>`}
      <small class="file">${file}</small>
    </div>
    <${Track} axis=${view.axis} zone=${view.timezone} now=${view.now} done=${done} planned=${planned} />
  </li>`;
}

function findingsText({ errors, warnings }: { readonly errors: number; readonly warnings: number }): string {
  const some = (count: number, word: string): string[] =>
    count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`];
  return [...some(errors, 'error'), ...some(warnings, 'warning')].join(', ');
}
