import type { Plan, PlannedJob, PlannedStep } from '../../../plan/plan.ts';
import { dropSentence } from '../../../schedule/drop-reason.ts';
import { shownFinding } from '../../diagnostics/shown-finding.ts';
import { escapeHtml, withCode } from '../../html/escape.ts';
import { htmlPage } from '../../html/page.ts';
import { formatLeftOut } from '../../left-out-text.ts';
import { maskKey } from '../../mask.ts';
import { formatEditedInFlight } from '../../run/edits-text.ts';
import { stepName, stepNames } from '../../step-name.ts';
import { assumed } from '../answer-time.ts';
import { remarks } from '../text.ts';
import { formatCount, formatDate, formatDayTime, formatMoney, formatState } from '../words.ts';
import { script, style } from './style.ts';
import { timeline } from './timeline.ts';

export interface PlanHtmlOptions {
  readonly budget?: number;
  readonly answerTime?: string;
  /** In order of their starts; the page lists the people of them. */
  readonly jobs: readonly PlannedJob[];
  /** How many people there are beyond those whose jobs are given. */
  readonly morePeople: number;
  readonly showNumbers: boolean;
}

/** One file: no network, no script needed to read it. The script filters the list of people, and nothing else. */
export function planToHtml(plan: Plan, options: PlanHtmlOptions): string {
  return htmlPage({
    title: `${plan.title}: plan`,
    style,
    script,
    body: `<header>
<h1>${escapeHtml(plan.title)}</h1>
<p class="about"><code>${escapeHtml(plan.campaign)}</code> run <code>${escapeHtml(plan.run)}</code> · planned ${formatDate(plan.now, plan.timezone)} · times are ${escapeHtml(plan.timezone)} · tzdata ${escapeHtml(plan.inputs.tzdata)}</p>
${sums(plan, options.budget)}
${plan.totals.toSend === 0 ? '' : `<p class="about">${withCode([assumed, options.answerTime ?? ''].join(' ').trim())}</p>`}
</header>
${findings(plan, options.showNumbers)}
<main>
<section aria-labelledby="timeline"><h2 id="timeline">Timeline</h2>
${timeline(plan)}
</section>
<section aria-labelledby="steps"><h2 id="steps">Steps</h2>
${stepTable(plan)}
</section>
${people(plan, options)}
</main>
<footer>Plan <code>${plan.hash}</code></footer>`,
  });
}

function sums({ totals, steps }: Plan, budget: number | undefined): string {
  const conditional = steps.reduce((sum, step) => sum + (step.state === 'conditional' ? step.jobs.total : 0), 0);
  const facts: readonly (readonly [string, string])[] = [
    [formatCount(totals.toSend), 'to send'],
    [formatCount(totals.done), 'done'],
    [formatCount(totals.skipped - conditional), 'skipped'],
    [formatCount(totals.inDoubt), 'in doubt'],
    ...(totals.cost > 0
      ? [[formatMoney(totals.cost), budget === undefined ? 'cost' : `of ${formatMoney(budget)}`] as const]
      : []),
    [formatCount(totals.inDoubtAtMost), 'in doubt at most after a crash'],
    ...(totals.inDoubtIfLate === undefined
      ? []
      : [[formatCount(totals.inDoubtIfLate), 'in doubt at most if resumed too late to retry'] as const]),
    ...(totals.inDoubtIfEdited === undefined || totals.inDoubtIfEdited === totals.inDoubtIfLate
      ? []
      : [
          [
            formatCount(totals.inDoubtIfEdited),
            'in doubt at most if in-flight jobs are edited or removed first',
          ] as const,
        ]),
  ];
  return `<dl class="sums">${facts.map(([value, name]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>`;
}

function findings({ diagnostics, editedInDoubt, leftOut = [] }: Plan, showNumbers: boolean): string {
  const items = diagnostics
    .map(shownFinding)
    .map(
      ({ code, message, hint }) =>
        `<li><b>${code}</b> ${withCode(message)}${hint === undefined ? '' : `<br><span>${withCode(hint)}</span>`}</li>`,
    );
  const sentences = [...formatLeftOut(leftOut), ...formatEditedInFlight(editedInDoubt, showNumbers)];
  const all = [...items, ...sentences.map((sentence) => `<li>${withCode(sentence)}</li>`)];
  return all.length === 0 ? '' : `<ul class="findings">${all.join('')}</ul>`;
}

function stepTable({ steps, timezone }: Plan): string {
  const row = (step: PlannedStep): string => {
    const time = (at: number | undefined) => (at === undefined ? '' : formatDayTime(at, timezone));
    const notes = [...remarks(step, timezone), ...(step.fits || step.reason === undefined ? [] : [step.reason])];
    const list = notes.length === 0 ? '' : `<ul>${notes.map((note) => `<li>${withCode(note)}</li>`).join('')}</ul>`;
    return `<tr class="${step.state}${step.fits ? '' : ' late'}"><th scope="row">${escapeHtml(stepName(step))}<small>${step.uses}</small></th><td>${formatState(step)}</td><td class="number">${formatCount(step.jobs.toSend)}</td><td>${time(step.starts)}</td><td>${time(step.ends)}</td><td>${list}</td></tr>`;
  };
  return `<div class="wide"><table><thead><tr><th scope="col">step</th><th scope="col">state</th><th scope="col" class="number">to send</th><th scope="col">first</th><th scope="col">last</th><th scope="col">remarks</th></tr></thead><tbody>${steps.map(row).join('')}</tbody></table></div>`;
}

function people(plan: Plan, { jobs, morePeople, showNumbers }: PlanHtmlOptions): string {
  const byKey = new Map<string, PlannedJob[]>();
  for (const job of jobs) {
    const key = /\[(\d+)\]$/.exec(job.address)?.[1];
    if (key === undefined) continue;
    const theirs = byKey.get(key);
    if (theirs === undefined) byKey.set(key, [job]);
    else theirs.push(job);
  }
  if (byKey.size === 0) return '';
  const name = stepNames(plan.steps);
  const rows = [...byKey].map(([key, theirs]) => {
    const events = theirs.map(({ step, at, zone, reason }) => {
      const time =
        at === undefined
          ? `<s>${escapeHtml(name(step))}</s> <small>${withCode(dropSentence(reason ?? ''))}</small>`
          : `${escapeHtml(name(step))} <time>${formatDayTime(at, plan.timezone)}</time>${zone === plan.timezone ? '' : ` <small>${formatDayTime(at, zone)} in ${escapeHtml(zone)}</small>`}`;
      return `<li>${time}</li>`;
    });
    const shown = showNumbers ? key : maskKey(key);
    return `<tr data-key="${shown}"><th scope="row">${shown}</th><td><ul>${events.join('')}</ul></td></tr>`;
  });
  const more =
    morePeople > 0
      ? `<p>${formatCount(morePeople)} more people are not listed here; see <code>callsheet why</code>.</p>`
      : '';
  return `<section aria-labelledby="people"><h2 id="people">People</h2>
<p class="search" hidden><label>Find a recipient by number <input type="search" inputmode="numeric" autocomplete="off"></label> <output></output></p>
<div class="wide"><table class="people"><thead><tr><th scope="col">recipient</th><th scope="col">what is planned</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>${more}
</section>`;
}
