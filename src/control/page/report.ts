import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { Framed } from './parts/framed.ts';
import { Rejected } from './rejected.ts';
import type { TabProps } from './tab-props.ts';

/** What happened, as the command prints it; above it, whom the service has refused, and sending to them again. */
export function Report({ places, file, allowActions, account, numbers, themes }: TabProps): VNode {
  return html`<${Rejected} file=${file} allowActions=${allowActions} account=${account} />
    <${Framed} places=${places} path="/api/report" making="Making the report…" file=${file} title="The report" numbers=${numbers} themes=${themes} />`;
}
