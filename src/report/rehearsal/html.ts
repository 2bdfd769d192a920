import { formatMoney } from '../../plan/budget.ts';
import { auditedRules } from '../audit/text.ts';
import { escapeHtml, stepHtml, unbroken, withCode } from '../html/escape.ts';
import { htmlPage, section } from '../html/page.ts';
import { sumsHtml } from '../html/summary.ts';
import { type Column, countHtml, type TableRow, table } from '../html/table.ts';
import { outcomeWords } from '../jobs/html/outcome-words.ts';
import { formatLeftOut } from '../left-out-text.ts';
import { formatCount, formatDayTime } from '../plan/words.ts';
import { waveLines } from '../run/wave-text.ts';
import { stepNames } from '../step-name.ts';
import { crashWords, killWords, ledgerWords, type RehearsalReport, type Tally, tallies } from './parts.ts';

const style = `
.lines p{white-space:pre-wrap;overflow-wrap:anywhere}
.pairs li{display:grid;grid-template-columns:8rem minmax(0,1fr);gap:0 12px;padding:4px 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
`;

/** The result of a rehearsal on one page. */
export function rehearsalToHtml(report: RehearsalReport): string {
  const { campaign, scenario, seed, from, to, requests, summary, cost, endedWords } = report;
  const { timezone } = campaign;
  const time = (at: number): string => unbroken(formatDayTime(at, timezone, true));
  return htmlPage({
    title: `${campaign.title}: rehearsal`,
    style,
    body: `<header>
<h1 dir="auto">${escapeHtml(campaign.title)}</h1>
<p class="verdict">${withCode(endedWords)}</p>
<p class="about">Scenario ${escapeHtml(scenario)}, seed ${seed} · ${time(from)} to ${time(to)} (${escapeHtml(timezone)}), in virtual time · nothing was sent to the real service</p>
${sumsHtml([
  [formatCount(requests), 'Requests'],
  [formatCount(summary.accepted), 'Accepted'],
  [formatCount(summary.rejected), 'Rejected'],
  [formatCount(summary.inDoubt), 'In doubt'],
  [formatCount(summary.skipped), 'Skipped'],
  [escapeHtml(formatMoney(cost, campaign.currency)), 'Cost'],
])}
</header>
<main>
${part('Steps', stepTable(report))}
${part('What is recorded, and what arrived', lines([...ledgerWords(report), crashWords(report), ...killWords(report)]))}
${part('Rules', rules(report))}
${tallies(report)
  .map(({ title, lines: counted, none = '' }) => part(title, counted.length === 0 ? lines([none]) : tally(counted)))
  .join('\n')}
${part('Waves', lines(waveLines(report.waves, timezone, stepNames(campaign.steps))))}
${part('Rows left out', lines(formatLeftOut(report.leftOut).map((line) => `${line}.`)))}
</main>`,
  });
}

/** Nothing where there is nothing to say. */
function part(title: string, body: string): string {
  return body === '' ? '' : section(title.toLowerCase().replace(/\W+/g, '-'), title, body);
}

function lines(words: readonly string[]): string {
  return words.length === 0
    ? ''
    : `<div class="lines">${words.map((line) => `<p>${withCode(line)}</p>`).join('')}</div>`;
}

const outcomes = ['accepted', 'rejected', 'inDoubt', 'skipped', 'expired', 'pending'] as const;

function stepTable({ campaign, steps, comparison }: RehearsalReport): string {
  const columns: readonly Column[] = [
    { name: 'step', kind: 'row' },
    ...outcomes.map((outcome): Column => ({ name: outcomeWords[outcome], kind: 'number' })),
    { name: 'reached', kind: 'number' },
    { name: 'first', kind: 'line' },
    { name: 'last', kind: 'line' },
  ];
  const rows = steps.map(({ id, title, summary }): TableRow => {
    const reached = comparison.reached.get(id);
    const time = (at: number | undefined): string =>
      at === undefined ? '' : formatDayTime(at, campaign.timezone, true);
    return {
      cells: [
        stepHtml({ id, title }),
        ...outcomes.map((outcome) => countHtml(summary[outcome])),
        countHtml(reached?.jobs ?? 0),
        time(reached?.first),
        time(reached?.last),
      ],
    };
  });
  return table('Steps', columns, rows);
}

function rules({ audit }: RehearsalReport): string {
  const items = auditedRules(audit).map(({ words, verdict, broken, breaches }) => {
    const shown = breaches.map((breach) => `<br><small>${withCode(breach)}</small>`).join('');
    return pair(`<b${broken > 0 ? ' class="text-bad"' : ''}>${verdict}</b>`, escapeHtml(words) + shown);
  });
  return pairs(items);
}

function tally(counted: Tally['lines']): string {
  return pairs(counted.map(({ what, times }) => pair(`<b>${formatCount(times)}</b>`, withCode(what))));
}

function pair(left: string, right: string): string {
  return `<li>${left}<span>${right}</span></li>`;
}

function pairs(items: readonly string[]): string {
  return `<ul class="pairs">${items.join('')}</ul>`;
}
