import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { NowView, StepLane } from '../shown/views.ts';
import { Actions } from './actions.ts';
import { useLive } from './live.ts';
import { Counts } from './parts/counts.ts';
import { Problem } from './parts/problem.ts';
import { AxisLabels, Track } from './parts/track.ts';
import { WithCode } from './parts/with-code.ts';

/** One campaign: what it does now, why it waits, and each step on a time axis. */
export function Now({ file }: { readonly file: string }): VNode {
  const { view, problem } = useLive<NowView>('/api/now', { file });
  if (view === undefined) return html`<${Problem} words=${problem} loading=${true} />`;
  const { title, sentence, waits, trouble, findings, counts, cost, steps, axis, timezone, planning } = view;
  return html`<${Problem} words=${problem} />
    <h1>${title}</h1>
    <p class="about">Run ${view.run}${view.sandbox && ' in the sandbox'}, times in ${timezone}</p>
    <p class="sentence" role="status">${sentence}</p>
    <${Actions} view=${view} />
    ${trouble !== undefined && html`<p class="problem"><${WithCode} text=${trouble} /></p>`}
    <${Counts} counts=${counts} />
    ${cost !== undefined && html`<p class="about">${cost}</p>`}
    ${waits.length > 0 && html`<h2>Why it waits</h2><ul class="waits">${waits.map((words) => html`<li>${words}</li>`)}</ul>`}
    ${findings.length > 0 && html`<h2>Findings</h2><ul class="findings">${findings.map(({ severity, code, message, place }) => html`<li class=${severity}><b>${code}</b> <${WithCode} text=${message} /> <small>${place}</small></li>`)}</ul>`}
    <h2>Steps ${planning && html`<small>The plan is being made…</small>`}</h2>
    <div class="lanes">
      <div class="lane head"><span></span><${AxisLabels} axis=${axis} zone=${timezone} /></div>
      <ol>${steps.map((step) => html`<${Lane} key=${step.id} step=${step} view=${view} />`)}</ol>
    </div>
    <p class="legend" aria-hidden="true"><i class="done"></i> started <i class="planned"></i> planned <i class="open"></i> hours in which it may start <i class="fold"></i> a long wait, folded <i class="now"></i> now</p>`;
}

function Lane({ step, view }: { readonly step: StepLane; readonly view: NowView }): VNode {
  const { title, uses, needs, counts, done, planned, open, note } = step;
  return html`<li class="lane">
    <div class="what"><h3>${title}</h3>
      <small>${uses}${needs.length > 0 && `, after ${needs.join(', ')}`}</small>
      <${Counts} counts=${counts} />
      ${note !== undefined && html`<p class="next">${note}</p>`}</div>
    <${Track} axis=${view.axis} zone=${view.timezone} now=${view.now} done=${done} planned=${planned} open=${open} />
  </li>`;
}
