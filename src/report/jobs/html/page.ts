import { formatAddress } from '../../../job/address.ts';
import type { Instant } from '../../../platform/ports.ts';
import { reachedNobody } from '../../../run/run-state.ts';
import { csvCell } from '../../csv-cell.ts';
import { stepHtml, unbroken } from '../../html/escape.ts';
import { htmlPage } from '../../html/page.ts';
import { peopleScript } from '../../html/people/people-script.ts';
import { findingList } from '../../html/summary.ts';
import { type Column, countHtml, type TableRow, table } from '../../html/table.ts';
import { shownAddress, shownReason } from '../../mask.ts';
import { formatCount, formatDate, formatDayTime, needsSeconds } from '../../plan/words.ts';
import { escapeHtml } from '../../render/html-tag.ts';
import { approvalLines } from '../../run/approval-text.ts';
import { decisionLines } from '../../run/decision-text.ts';
import { nobodyContacted } from '../../run/run-state-text.ts';
import { waveLines } from '../../run/wave-text.ts';
import { stepNames } from '../../step-name.ts';
import {
  type Counts,
  type DoubtfulJob,
  type JobOutcome,
  jobOutcomes,
  type RunStatistics,
  type StepStatistics,
  skipped,
} from '../run-statistics.ts';
import { chart } from './chart.ts';
import { outcomeWords } from './outcome-words.ts';
import { people } from './people.ts';
import type { ReportHtmlInput } from './report-input.ts';
import { legend, share, verdict } from './verdict.ts';
import { why } from './why.ts';

/** What happened, when, and what to do, on one page that can be read without its script. */
export function reportToHtml(input: ReportHtmlInput): string {
  const { campaign, run, state, now, statistics } = input;
  const { timezone } = campaign;
  return htmlPage({
    title: `${campaign.title}: report`,
    script: peopleScript,
    body: `<header>
<h1 dir="auto">${escapeHtml(campaign.title)}</h1>
<p class="about identity"><code>${escapeHtml(campaign.id)}</code> ${unbroken(`run <code>${escapeHtml(run)}</code>`)} · ${state} · ${unbroken(`as of ${formatDate(now, timezone)}`)} · ${unbroken(`times are ${escapeHtml(timezone)}`)}${input.sandbox ? ' · <b>sandbox: nobody was contacted</b>' : ''}</p>
${input.sandbox ? `<p class="about">See what everybody received: <code>${escapeHtml(input.command('inbox'))}</code></p>` : ''}
${input.ended === undefined ? '' : `<p class="ended" dir="auto">${escapeHtml(input.ended)}.</p>\n`}${isNobody(input) ? findingList([`<li>${nobodyContacted}</li>`]) : ''}${verdict(input)}
${signed(input)}
${share(statistics.total, 'share')}
${legend(statistics.total)}
</header>
<main>
${doubts(input)}
<section aria-labelledby="when"><h2 id="when">When</h2>
${chart(statistics, input)}
</section>
<section aria-labelledby="steps"><h2 id="steps">Steps</h2>
${stepTable(statistics, timezone)}
</section>
${why(input)}
${people(input)}
</main>
<footer>Every job, one row each: <code>${escapeHtml(input.command('report', '--format csv'))}</code></footer>`,
  });
}

function isNobody({ campaign, statistics }: ReportHtmlInput): boolean {
  const sums = statistics.steps.map(({ step, counts }) => ({
    id: step.id,
    summary: { ...counts, skipped: skipped(counts), inDoubt: counts.inDoubt + counts.underWay },
  }));
  return reachedNobody(campaign, sums);
}

/** Who has approved, and who has decided. */
function signed({ approvals, decisions, waves, campaign, showNumbers }: ReportHtmlInput): string {
  const { timezone } = campaign;
  const lines = [
    ...waveLines(waves, timezone, stepNames(campaign.steps)),
    ...approvalLines(approvals, timezone),
    ...decisionLines(decisions, { timezone, showNumbers }),
  ];
  if (lines.length === 0) return '';
  return `<ul class="signed">${lines.map((line) => `<li dir="auto">${escapeHtml(line)}</li>`).join('')}</ul>`;
}

function doubts({ statistics, campaign, showNumbers, command }: ReportHtmlInput): string {
  const { total, doubts: named } = statistics;
  if (total.inDoubt === 0) return '';
  const byReason = new Map<string, DoubtfulJob[]>();
  for (const job of named) {
    const reason = shownReason(job.reason ?? 'no valid response', showNumbers);
    byReason.set(reason, [...(byReason.get(reason) ?? []), job]);
  }
  const name = (job: DoubtfulJob): string =>
    `<li><code class="unbroken">${escapeHtml(shownAddress(job, showNumbers))}</code>${job.at === undefined ? '' : ` <small>${formatDayTime(job.at, campaign.timezone, true)}</small>`}</li>`;
  const lists = [...byReason].map(
    ([reason, jobs]) => `<h3 dir="auto">${escapeHtml(reason)}</h3><ul class="names">${jobs.map(name).join('')}</ul>`,
  );
  const more = total.inDoubt - named.length;
  const list = showNumbers ? ` Or decide in ${decisionList(named)} and give it back.` : '';
  const commands = [command('reconcile'), ...(showNumbers ? [command('reconcile', '--from decisions.csv')] : [])];
  return `<section class="doubts" aria-labelledby="doubt"><h2 id="doubt">In doubt: ${formatCount(total.inDoubt)}</h2>
<p>They may or may not have arrived and will not be resent automatically. Check with the service, then decide about each.${list}</p>
<details><summary>Show command</summary>${commands.map((one) => `<code>${escapeHtml(one)}</code>`).join('<br>')}</details>
${lists.join('\n')}${more > 0 ? `\n<p class="note">and ${formatCount(more)} more</p>` : ''}
</section>`;
}

/** A link that needs no script: the jobs that are named here, with an empty column for the decisions. */
function decisionList(named: readonly DoubtfulJob[]): string {
  const rows = named.map((job) => [formatAddress(job), '', '', job.reason ?? ''].map(csvCell).join(','));
  const text = `${['address,decision,comment,reason', ...rows].join('\r\n')}\r\n`;
  return `<a download="decisions.csv" href="data:text/csv;charset=utf-8,${encodeURIComponent(text).replaceAll("'", '%27')}">a list of these (CSV)</a>`;
}

const columns: readonly JobOutcome[] = ['accepted', 'rejected', 'inDoubt', 'skipped', 'expired', 'pending'];
const rareColumns: readonly JobOutcome[] = ['underWay', 'cancelled'];

function stepTable({ steps, total, firstAt: from, lastAt: to }: RunStatistics, zone: string): string {
  const shown = jobOutcomes.filter(
    (outcome) => columns.includes(outcome) || (rareColumns.includes(outcome) && total[outcome] > 0),
  );
  const precise = needsSeconds(from, to);
  const time = (at: Instant | undefined) => (at === undefined ? '' : formatDayTime(at, zone, precise));
  const cell = (counts: Counts, outcome: JobOutcome): string => {
    if (outcome !== 'skipped') return countHtml(counts[outcome]);
    const calm = counts.notMeant === 0 ? '' : `<br><small>${formatCount(counts.notMeant)} by condition</small>`;
    return `${countHtml(skipped(counts))}${calm}`;
  };
  const row = ({ step, counts, repeats, firstAt, lastAt }: StepStatistics): TableRow => ({
    cells: [
      `${stepHtml(step)}<small>${step.uses}</small>${share(counts, 'share small')}`,
      ...shown.map((outcome) => cell(counts, outcome)),
      countHtml(repeats),
      time(firstAt),
      time(lastAt),
    ],
  });
  const retries = steps.reduce((sum, { repeats }) => sum + repeats, 0);
  const sums: TableRow = {
    cells: ['total', ...shown.map((outcome) => cell(total, outcome)), countHtml(retries), '', ''],
  };
  const head: readonly Column[] = [
    { name: 'step', kind: 'row' },
    ...shown.map((outcome): Column => ({ name: outcomeWords[outcome], kind: 'number' })),
    { name: 'retries', kind: 'number' },
    { name: 'first start', kind: 'line' },
    { name: 'last start', kind: 'line' },
  ];
  return table('Table of steps', head, [...steps.map(row), ...(steps.length < 2 ? [] : [sums])]);
}
