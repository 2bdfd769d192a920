import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { NowView, StepLane } from '../shown/views.ts';
import { Actions } from './actions.ts';
import { useLive } from './live.ts';
import { Counts } from './parts/counts.ts';
import { InboxLink } from './parts/inbox-link.ts';
import { Problem } from './parts/problem.ts';
import { AxisLabels, Track } from './parts/track.ts';
import { WithCode } from './parts/with-code.ts';

/** One campaign: what it does now, why it waits, and each step on a time axis. */
export function Now({ file }: { readonly file: string }): VNode {
  const { view, problem } = useLive<NowView>('/api/now', { file });
  if (view === undefined) return html`<${Problem} words=${problem} loading="Loading…" />`;
  const { title, sentence, waits, processes, trouble, findings, counts, cost, steps, timezone, inbox } = view;
  return html`<${Problem} words=${problem} />
    <h1>${title}</h1>
    <p class="about">Run ${view.run}${view.sandbox && ' in the sandbox'}, times in ${timezone}</p>
    <p class="sentence" role="status"><${WithCode} text=${sentence} /></p>
    <${Actions} view=${view} />
    ${trouble !== undefined && html`<p class="problem"><${WithCode} text=${trouble} /></p>`}
    <${Counts} counts=${counts} />
    ${cost !== undefined && html`<p class="about">${cost}</p>`}
    ${inbox && html`<${InboxLink} file=${file} words="See what everybody received" />`}
    ${waits.length > 0 && html`<h2>Why it waits</h2><ul class="waits">${waits.map((words) => html`<li>${words}</li>`)}</ul>`}
    ${processes.length > 0 && html`<h2>Who sends</h2><ul class="waits">${processes.map((words) => html`<li><${WithCode} text=${words} /></li>`)}</ul>`}
    ${
      findings.length > 0 &&
      html`<h2>Findings</h2><ul class="findings">${findings.map(
        ({
          severity,
          code,
          message,
          hint,
          place,
        }) => html`<li class=${severity}><b>${code}</b> <${WithCode} text=${message} /> <small>${place}</small>
        ${hint !== undefined && html`<p class="about"><${WithCode} text=${hint} /></p>`}</li>`,
      )}</ul>`
    }
    ${steps.length > 0 && html`<${Steps} view=${view} />`}`;
}

function Steps({ view }: { readonly view: NowView }): VNode {
  const { steps, axis, timezone, planning } = view;
  return html`<h2>Steps ${planning && html`<small>The plan is being made…</small>`}</h2>
    <div class="lanes">
      <div class="lane head"><span></span><${AxisLabels} axis=${axis} zone=${timezone} /></div>
      <ol>${steps.map((step) => html`<${Lane} key=${step.id} step=${step} view=${view} />`)}</ol>
    </div>
    <p class="legend" aria-hidden="true"><span><i class="done"></i> started</span><span><i class="planned"></i> planned</span><span><i class="open"></i> hours in which it may start</span><span><i class="fold"></i> a long wait, folded</span><span><i class="now"></i> now</span></p>`;
}

function Lane({ step, view }: { readonly step: StepLane; readonly view: NowView }): VNode {
  const { title, does, needs, counts, done, planned, open, note } = step;
  return html`<li class="lane">
    <div class="what"><h3>${title}</h3>
      <small>${does}${needs.length > 0 && `, after ${needs.join(', ')}`}</small>
      <${Counts} counts=${counts} />
      ${note !== undefined && html`<p class="next">${note}</p>`}</div>
    <${Track} axis=${view.axis} zone=${view.timezone} now=${view.now} done=${done} planned=${planned} open=${open} />
  </li>`;
}
