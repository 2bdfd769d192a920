import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { OverviewView } from '../shown/views.ts';
import { Framed } from './parts/framed.ts';
import { Link } from './parts/link.ts';
import { Rejected } from './rejected.ts';
import type { TabProps } from './tab-props.ts';

/** What happened, as the command prints it; above it, whom the service has refused, and sending to them again. */
export function Report(props: TabProps & { readonly view: OverviewView | undefined }): VNode {
  const { places, file, allowActions, account, numbers, themes, view } = props;
  if (view?.state === 'new')
    return html`<div class="card empty"><h2>Nothing was sent yet</h2><p>Once the run has begun, who got what is here. <${Link} places=${places} path="/plan" query=${{ file }}>See the plan<//></p></div>`;
  return html`<${Rejected} file=${file} allowActions=${allowActions} account=${account} />
    <${Framed} places=${places} path="/api/report" making="Making the report…" file=${file} heading="Report" title="The report" numbers=${numbers} themes=${themes} />`;
}
