import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { counted } from '../../diagnostic/count-words.ts';
import type { AuditView } from '../shown/audit-view.ts';
import { read, useAnswer } from './api.ts';
import { Problem, Prose } from './parts/words.ts';
import { type TabProps, useHere } from './place.ts';

/** What the independent check of a run found, rule by rule. */
export function Audit({ file }: Pick<TabProps, 'file'>): VNode {
  const { numbers } = useHere().place.query;
  const { value, problem, again } = useAnswer([file, numbers], () => read<AuditView>('/api/audit', { file, numbers }));
  if (value === undefined) return html`<${Problem} words=${problem} loading="Checking every start…" />`;
  const { starts, rules, note, timezone } = value;
  if (rules.length === 0 || starts === 0)
    return html`<div class="card empty"><h2>Nothing to check</h2><p>Nothing has been started. Once something has, an independent check of every start appears here.</p></div>`;
  const broken = rules.reduce((sum, { found }) => sum + found, 0);
  const checked = counted(starts, 'start');
  return html`<div class="head flow"><p class="sentence" role="status">${broken === 0 ? `${checked} checked, no violations.` : `${counted(broken, 'violation')} in ${checked}.`}</p>
      <div class="act flow"><button onClick=${again}>Check again</button></div></div>
    <p class="about">An independent check of everything that was sent. <${Prose} text=${note} /> ${broken > 0 && `Times are ${timezone}.`}</p>
    <div class="card"><table class="plain"><tbody>${rules.map(rule)}</tbody></table></div>`;
}

function rule({ rule: name, words, checkedStarts, verdict, breaches, found }: AuditView['rules'][number]): VNode {
  const tone = found > 0 ? 'bad' : checkedStarts === 0 ? '' : 'go';
  return html`<tr><td><span class=${`pill ${tone}`}>${verdict}</span></td><td>${words} <small>${name}${checkedStarts > 0 && `, ${counted(checkedStarts, 'start')}`}</small>
    ${breaches.length > 0 && html`<ul>${breaches.map((one) => html`<li>${one}</li>`)}</ul>`}</td></tr>`;
}
