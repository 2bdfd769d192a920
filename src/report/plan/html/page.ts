import { formatMoney } from '../../../plan/budget.ts';
import { conditionalJobs } from '../../../plan/conditional-jobs.ts';
import type { Plan } from '../../../plan/plan.ts';
import { shownFinding } from '../../diagnostics/shown-finding.ts';
import { formatJudgedHours } from '../../hours-text.ts';
import { stepHtml, unbroken, withCode } from '../../html/escape.ts';
import { htmlPage } from '../../html/page.ts';
import { peopleScript } from '../../html/people/people-script.ts';
import { findingItem, findingList, sumsHtml } from '../../html/summary.ts';
import { type Column, type TableRow, table } from '../../html/table.ts';
import { formatForgotten, formatLeftOut } from '../../left-out-text.ts';
import { samplesToHtml } from '../../message/html.ts';
import { type PlanMessages, showSamples } from '../../message/shown-sample.ts';
import { formatProblem } from '../../reason-text.ts';
import { escapeHtml } from '../../render/html-tag.ts';
import { formatEditedInFlight } from '../../run/edits-text.ts';
import { formatSelection } from '../../selection-text.ts';
import { assumed } from '../answer-time.ts';
import { sourceFacts } from '../source-text.ts';
import { nothingToSend, remarks, worst } from '../text.ts';
import { formatCount, formatDate, formatDayTime, formatState, needsSeconds } from '../words.ts';
import { type PlanPeople, people } from './people.ts';
import { timeline } from './timeline.ts';

export interface PlanHtmlOptions extends PlanPeople {
  readonly budget?: number | undefined;
  readonly answerTime?: string | undefined;
  /** What some people will read. */
  readonly messages?: PlanMessages | undefined;
}

/** One file: no network, no script needed to read it. The script filters the list of people, and nothing else. */
export function planToHtml(plan: Plan, options: PlanHtmlOptions): string {
  return htmlPage({
    title: `${plan.title}: plan`,
    script: peopleScript,
    body: `<header>
<h1 dir="auto">${escapeHtml(plan.title)}</h1>
<p class="about identity"><code>${escapeHtml(plan.campaign)}</code> ${unbroken(`run <code>${escapeHtml(plan.run)}</code>`)} · ${unbroken(`planned ${formatDate(plan.now, plan.timezone)}`)} · ${unbroken(`times are ${escapeHtml(plan.timezone)}`)} · ${unbroken(`tzdata ${escapeHtml(plan.inputs.tzdata)}`)}</p>
${sums(plan, options.budget)}
${plan.totals.toSend === 0 ? '' : `<p class="about">${withCode([assumed, ...(options.answerTime === undefined ? [] : [options.answerTime]), worst(plan.totals)].join(' '))}</p>`}
</header>
<main>
${findings(plan, options.showNumbers)}
${sources(plan)}${options.messages === undefined ? '' : samplesToHtml(showSamples(options.messages, options.showNumbers))}
<section aria-labelledby="timeline"><h2 id="timeline">Timeline</h2>
${plan.starts === undefined ? `<p>${nothingToSend(plan)}</p>` : timeline(plan)}
</section>
<section aria-labelledby="steps"><h2 id="steps">Steps</h2>
${stepTable(plan)}
${[...formatSelection(plan.selection ?? [], options.showNumbers), ...formatJudgedHours(plan.hours ?? [])]
  .map((line) => `<p class="about">${withCode(`${line}.`)}</p>`)
  .join('')}
</section>
${people(plan, options)}
</main>
<footer>Plan <code>${plan.hash}</code></footer>`,
  });
}

function sums({ totals, steps }: Plan, budget: number | undefined): string {
  const conditional = conditionalJobs(steps);
  const facts: readonly (readonly [string, string])[] = [
    [formatCount(totals.toSend), 'to send'],
    [formatCount(totals.done), 'done'],
    [formatCount(totals.skipped - conditional), 'skipped'],
    ...(conditional > 0 ? [[formatCount(conditional), 'only as needed'] as const] : []),
    [formatCount(totals.inDoubt), 'in doubt'],
    ...(totals.cost > 0 ? [[formatCost(totals, budget), 'cost'] as const] : []),
  ];
  return sumsHtml(facts);
}

function formatCost({ cost, currency }: Plan['totals'], budget: number | undefined): string {
  return `${formatMoney(cost, currency)}${budget === undefined ? '' : ` <small>of ${formatMoney(budget, currency)}</small>`}`;
}

function findings({ diagnostics, editedInDoubt, leftOut = [], forgotten = [] }: Plan, showNumbers: boolean): string {
  const items = diagnostics.map(shownFinding).map(findingItem);
  const sentences = [
    ...formatLeftOut(leftOut),
    ...formatForgotten(forgotten),
    ...formatEditedInFlight(editedInDoubt, showNumbers),
  ];
  return findingList([...items, ...sentences.map((sentence) => `<li>${withCode(sentence)}</li>`)]);
}

const sourceColumns: readonly Column[] = [
  { name: 'audience', kind: 'row' },
  { name: 'source', kind: 'words' },
  { name: 'read', kind: 'words' },
  { name: 'snapshot', kind: 'line' },
  { name: 'people', kind: 'words' },
  { name: 'remarks', kind: 'words' },
];

/** Where the people come from. Nothing where every audience is a list that is read as it is. */
function sources({ audiences = [], now, timezone }: Plan): string {
  if (audiences.length === 0) return '';
  const rows = sourceFacts(audiences, { now, timezone }).map(
    ({ audience, source, read, snapshot, people, remarks }): TableRow => ({
      cells: [
        escapeHtml(audience),
        escapeHtml(source),
        withCode(read),
        `<code>${snapshot}</code>`,
        withCode(people),
        listOf(remarks),
      ],
    }),
  );
  return `<section aria-labelledby="audiences"><h2 id="audiences">Audiences</h2>
${table('Table of audiences', sourceColumns, rows)}
</section>
`;
}

function listOf(sentences: readonly string[]): string {
  return sentences.length === 0 ? '' : `<ul>${sentences.map((one) => `<li>${withCode(one)}</li>`).join('')}</ul>`;
}

const columns: readonly Column[] = [
  { name: 'step', kind: 'row' },
  { name: 'state', kind: 'line' },
  { name: 'to send', kind: 'number' },
  { name: 'first', kind: 'line' },
  { name: 'last', kind: 'line' },
  { name: 'remarks', kind: 'words' },
];

export function stepTable({
  steps,
  timezone,
  starts: from,
  ends: to,
}: Pick<Plan, 'steps' | 'timezone' | 'starts' | 'ends'>): string {
  const precise = needsSeconds(from, to);
  const rows = steps.map((step): TableRow => {
    const { uses, state, fits, problem, jobs, starts, ends } = step;
    const time = (at: number | undefined) => (at === undefined ? '' : formatDayTime(at, timezone, precise));
    const notes = [...remarks(step, timezone), ...(problem?.kind === 'late' ? [formatProblem(problem)] : [])];
    return {
      class: `${state}${fits ? '' : ' late'}`,
      cells: [
        `${stepHtml(step)}<small>${uses}</small>`,
        formatState(step),
        formatCount(jobs.toSend),
        time(starts),
        time(ends),
        listOf(notes),
      ],
    };
  });
  return table('Table of steps', columns, rows);
}
