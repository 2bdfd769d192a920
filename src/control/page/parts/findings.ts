import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { counted } from '../../../diagnostic/count-words.ts';
import type { ShownFinding } from '../../shown/views.ts';
import { Prose } from './words.ts';

/** More warnings are behind a fold. */
const unfolded = 5;

/** What is wrong with a campaign, each with what to do. */
export function Findings(props: {
  readonly findings: readonly ShownFinding[];
  readonly checking?: boolean;
}): VNode | false {
  const { findings, checking = false } = props;
  const errors = findings.filter(({ severity }) => severity === 'error');
  const warnings = findings.filter(({ severity }) => severity !== 'error');
  const open = Math.max(0, unfolded - errors.length);
  const [first, rest] = [[...errors, ...warnings.slice(0, open)], warnings.slice(open)];
  return (
    findings.length > 0 &&
    html`<h2>Findings ${checking && html`<small>Looking for more…</small>`}</h2><${List} findings=${first} />
    ${rest.length > 0 && html`<details><summary>${counted(rest.length, 'more warning')}</summary><${List} findings=${rest} /></details>`}`
  );
}

function List({ findings }: { readonly findings: readonly ShownFinding[] }): VNode {
  return html`<ul class="card list findings">${findings.map(
    ({
      severity,
      code,
      message,
      advice,
      command,
      place,
    }) => html`<li><p><span class=${`pill ${severity === 'error' ? 'bad' : 'ask'}`}>${code}</span> <${Prose} text=${message} /> <small>${place}</small></p>
      ${advice !== undefined && html`<p class="about"><${Prose} text=${advice} /></p>`}
      ${command !== undefined && html`<details class="small"><summary>Show command</summary><${Prose} text=${command} /></details>`}</li>`,
  )}</ul>`;
}
