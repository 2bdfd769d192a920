import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { AuditView } from '../shown/people-views.ts';
import { useAnswer } from './answer.ts';
import { read } from './api.ts';
import { Brief } from './parts/brief.ts';
import { Problem } from './parts/problem.ts';
import { countText } from './parts/times.ts';

/** What the independent check of a run found, rule by rule. */
export function Audit({ file, numbers }: { readonly file: string; readonly numbers: string | undefined }): VNode {
  const { value, problem, again } = useAnswer([file, numbers], () => read<AuditView>('/api/audit', { file, numbers }));
  const broken = value?.rules.reduce((sum, { found }) => sum + found, 0) ?? 0;
  return html`<h1>Audit</h1>
    <${Brief} file=${file} />
    <p class="about">Code that shares nothing with the planner checks what was recorded.</p>
    <p class="tools"><button onClick=${again}>Check again</button></p>
    <${Problem} words=${problem} loading=${value === undefined ? 'Checking every start…' : undefined} />
    ${
      value !== undefined &&
      html`<p class="sentence" role="status">${value.rules.length === 0 || value.starts === 0 ? 'Nothing has been started: there is nothing to check.' : broken === 0 ? `No breach in ${countText(value.starts)} ${value.starts === 1 ? 'start' : 'starts'}.` : `${countText(broken)} ${broken === 1 ? 'breach' : 'breaches'} in ${countText(value.starts)} starts.`}</p>
      ${value.note !== '' && html`<p class="about">${value.note} Times are ${value.timezone}.</p>`}
      <ul class="rules">${value.rules.map(
        ({
          rule,
          words,
          breaches,
        }) => html`<li class=${breaches.length === 0 ? 'good' : 'bad'}><b>${breaches.length === 0 ? '✓' : '✗'}</b> ${words} <small>${rule}</small>
          ${breaches.length > 0 && html`<ul>${breaches.map((one) => html`<li>${one}</li>`)}</ul>`}</li>`,
      )}</ul>`
    }`;
}
