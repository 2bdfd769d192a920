import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { ShownFinding } from '../../shown/views.ts';
import { Prose } from './prose.ts';

/** What is wrong with a campaign, each with what to do. */
export function Findings({ findings }: { readonly findings: readonly ShownFinding[] }): VNode | false {
  return (
    findings.length > 0 &&
    html`<h2>Findings</h2><ul class="card list findings">${findings.map(
      ({
        severity,
        code,
        message,
        advice,
        command,
        place,
      }) => html`<li><p><span class=${`pill ${severity === 'error' ? 'bad' : 'ask'}`}>${code}</span> <${Prose} text=${message} /> <small>${place}</small></p>
      ${advice !== undefined && html`<p class="about"><${Prose} text=${advice} /></p>`}
      ${command !== undefined && html`<details><summary>Show command</summary><${Prose} text=${command} /></details>`}</li>`,
    )}</ul>`
  );
}
