import { formatMoney } from '../../../plan/budget.ts';
import type { PlanTogether } from '../../../plan/together/plan-together.ts';
import { unbroken, withCode } from '../../html/escape.ts';
import { htmlPage } from '../../html/page.ts';
import { findingItem, findingList, sumsHtml } from '../../html/summary.ts';
import { type Column, table } from '../../html/table.ts';
import { escapeHtml } from '../../render/html-tag.ts';
import { assumed } from '../answer-time.ts';
import { stepTable } from '../html/page.ts';
import { timeline } from '../html/timeline.ts';
import { formatCount, formatDate, formatDayTime } from '../words.ts';
import {
  allSteps,
  formatAccount,
  formatCosts,
  formatDay,
  formatOrder,
  formatPersonHeld,
  formatReached,
  formatRoomMade,
  formatTotals,
  nothingTogether,
} from './sentences.ts';
import { findingsTogether, type TogetherOptions } from './text.ts';

/** One file: no network, no script. */
export function togetherToHtml(plan: PlanTogether, options: TogetherOptions): string {
  const { campaigns, now, timezone, totals, starts } = plan;
  const names = campaigns.map(({ plan: one }) => one.campaign);
  const sentences = [...formatTotals(plan), formatOrder(plan), ...plan.accounts.map(formatAccount), assumed];
  return htmlPage({
    title: `${names.join(', ')}: plan`,
    body: `<header>
<h1>${campaigns.length} campaigns</h1>
<p class="about">${names.map((name) => `<code>${escapeHtml(name)}</code>`).join(', ')} · ${unbroken(`planned ${formatDate(now, timezone)}`)} · ${unbroken(`times are ${escapeHtml(timezone)}`)}</p>
${sumsHtml([
  [formatCount(totals.toSend), 'to send'],
  [formatCount(totals.people), 'people'],
  [formatCount(totals.shared), 'by several campaigns'],
  [formatCount(totals.skipped), 'skipped'],
  ...(totals.cost > 0 ? [[formatCosts(campaigns), 'cost'] as const] : []),
])}
<p class="about">${sentences
      .filter((one) => one !== undefined)
      .map(withCode)
      .join('<br>')}</p>
</header>
<main>
${findingList(findingsTogether(plan, options.conflicts).map(findingItem))}
<section aria-labelledby="timeline"><h2 id="timeline">Timeline</h2>
${starts === undefined ? `<p>${nothingTogether(plan)}</p>` : timeline(allSteps(plan))}
</section>
${calendar(plan)}
${roomMade(plan, options.showNumbers)}
<section aria-labelledby="campaigns"><h2 id="campaigns">Campaigns</h2>
${campaignTable(plan)}
</section>
<section aria-labelledby="steps"><h2 id="steps">Steps</h2>
${stepTable(allSteps(plan))}
</section>
</main>
<footer>Plan of ${escapeHtml(names.join(', '))}</footer>`,
  });
}

function calendar({ days, campaigns }: PlanTogether): string {
  if (days.length === 0) return '';
  const names = campaigns.map(({ plan }) => plan.campaign);
  const columns: readonly Column[] = [
    { name: 'day', kind: 'row' },
    ...names.map((name): Column => ({ name, kind: 'number' })),
    { name: 'reached', kind: 'words' },
  ];
  const rows = days.map((day) => ({
    cells: [
      formatDay(day),
      ...names.map((name) => (day.jobs[name] === undefined ? '' : formatCount(day.jobs[name]))),
      formatReached(day),
    ],
  }));
  return `<section aria-labelledby="calendar"><h2 id="calendar">Calendar</h2>
${table('Starts by day and campaign', columns, rows)}
</section>`;
}

function roomMade({ roomMade: entries, timezone }: PlanTogether, showNumbers: boolean): string {
  if (entries.length === 0) return '';
  const items = entries.map((entry) => {
    const more = entry.later + entry.skipped - entry.people.length;
    const people = entry.people.map(
      (person) => `<li>${withCode(formatPersonHeld(person, timezone, showNumbers))}</li>`,
    );
    const rest = more === 0 ? '' : `<li>and ${formatCount(more)} more</li>`;
    return `<p>${withCode(formatRoomMade(entry, timezone))}</p>
<details><summary>Who</summary><ul>${people.join('')}${rest}</ul></details>`;
  });
  return `<section aria-labelledby="gives-way"><h2 id="gives-way">Who gives way</h2>
${items.join('\n')}
</section>`;
}

const campaignColumns: readonly Column[] = [
  { name: 'campaign', kind: 'row' },
  { name: 'run', kind: 'line' },
  { name: 'priority', kind: 'number' },
  { name: 'to send', kind: 'number' },
  { name: 'skipped', kind: 'number' },
  { name: 'cost', kind: 'number' },
  { name: 'first', kind: 'line' },
  { name: 'last', kind: 'line' },
];

function campaignTable({ campaigns, timezone }: PlanTogether): string {
  const time = (at: number | undefined) => (at === undefined ? '' : formatDayTime(at, timezone));
  const rows = campaigns.map(({ plan: { campaign, title, run, totals, starts, ends }, priority }) => ({
    cells: [
      `<bdi>${escapeHtml(title)}</bdi><small>${escapeHtml(campaign)}</small>`,
      escapeHtml(run),
      priority === undefined ? '' : String(priority),
      formatCount(totals.toSend),
      formatCount(totals.skipped),
      totals.cost === 0 ? '' : formatMoney(totals.cost, totals.currency),
      time(starts),
      time(ends),
    ],
  }));
  return table('Table of campaigns', campaignColumns, rows);
}
