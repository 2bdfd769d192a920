import type { Campaign } from '../../../campaign/campaign.ts';
import { formatMoney } from '../../../plan/budget.ts';
import { formatJudgedHours } from '../../hours-text.ts';
import { withCode } from '../../html/escape.ts';
import { formatLeftOut } from '../../left-out-text.ts';
import { formatCount, formatDayTime, formatPending } from '../../plan/words.ts';
import { escapeHtml } from '../../render/html-tag.ts';
import { type Counts, type JobOutcome, jobOutcomes, type RunStatistics, skipped } from '../run-statistics.ts';
import { outcomeWords } from './outcome-words.ts';
import type { ReportHtmlInput } from './report-input.ts';

/** How many jobs were accepted for certain and at most, and for how many people. */
export function verdict({ campaign, statistics, leftOut, hours }: ReportHtmlInput): string {
  const { total, cost, people, firstAt, lastAt, gone } = statistics;
  // Also what a person gave up may have arrived.
  const unsure = total.inDoubt + total.underWay + total.cancelled;
  const jobs = sum(total);
  const number =
    unsure === 0
      ? `<b>${formatCount(total.accepted)}</b>`
      : `<b>At least ${formatCount(total.accepted)}, at most ${formatCount(total.accepted + unsure)}</b>`;
  const left = [
    total.inDoubt > 0 ? `${formatCount(total.inDoubt)} in doubt` : 'none in doubt',
    ...(total.underWay > 0 ? [`${formatCount(total.underWay)} in flight`] : []),
    total.pending > 0 ? formatPending(total.pending, statistics.asNeeded) : noneLeft(total),
    ...(total.rejected > 0 ? [`${formatCount(total.rejected)} rejected`] : []),
    ...skippedWords(total),
  ];
  const notes = [
    ...people.map(
      ({ audience, all, accepted, inDoubt }) =>
        `<b>${formatCount(accepted)}</b> of ${formatCount(all)} recipients of <code>${escapeHtml(audience)}</code> have at least one accepted job${inDoubt > 0 ? `; ${formatCount(inDoubt)} more may have been reached` : ''}`,
    ),
    ...(firstAt === undefined || lastAt === undefined
      ? []
      : [`first start ${formatDayTime(firstAt, campaign.timezone)}, last ${formatDayTime(lastAt, campaign.timezone)}`]),
    ...(cost.most > 0 ? [`cost ${formatCost(cost, campaign)}`] : []),
    ...formatLeftOut(leftOut).map(withCode),
    ...formatJudgedHours(hours).map(withCode),
    ...gone.map(
      ({ step, jobs: recorded }) =>
        `${formatCount(recorded)} recorded under <code>${escapeHtml(step)}</code>, which is no longer in the file, ${recorded === 1 ? 'is' : 'are'} not counted here`,
    ),
  ];
  return `<p class="verdict">${number} of ${formatCount(jobs)} ${jobsWord(jobs)} accepted by the service; ${left.join('; ')}.</p>
${notes.map((note) => `<p class="note">${note}.</p>`).join('\n')}`;
}

function sum(counts: Counts): number {
  return jobOutcomes.reduce((all, outcome) => all + counts[outcome], 0);
}

/** The next run judges those again that were not sent. */
function noneLeft(counts: Counts): string {
  return skipped(counts) + counts.expired === 0 ? 'none left to do' : 'none pending';
}

/** The number that `run` and `status` show, and how many of them are nothing to worry about. */
function skippedWords(counts: Counts): readonly string[] {
  const all = skipped(counts);
  if (all === 0) return [];
  const calm = counts.notMeant === 0 ? '' : `, ${formatCount(counts.notMeant)} of them by a condition of the campaign`;
  return [`${formatCount(all)} skipped${calm}`];
}

function jobsWord(count: number): string {
  return count === 1 ? 'job' : 'jobs';
}

function formatCost({ least, most }: RunStatistics['cost'], { limits: { budget }, currency }: Campaign): string {
  const shown = (sum: number): string => formatMoney(sum, currency);
  const sum = most > least ? `at least ${shown(least)}, at most ${shown(most)}` : shown(least);
  return `${sum}${budget === undefined ? '' : ` of ${shown(budget)}`} by the campaign’s <code>costs</code>`;
}

/** A bar of proportions; the numbers are beside it. */
export function share(counts: Counts, name: string): string {
  const bars = jobOutcomes
    .filter((outcome) => counts[outcome] > 0)
    .map(
      (outcome) =>
        `<i class="${outcome}" style="flex:${counts[outcome]}" title="${formatCount(counts[outcome])} ${outcomeWords[outcome]}"></i>`,
    );
  return `<div class="${name}" aria-hidden="true">${bars.join('')}</div>`;
}

export function legend(total: Counts): string {
  const all = sum(total);
  const item = (outcome: JobOutcome, count: number, words: string): string =>
    `<li><i class="${outcome}"></i><b>${formatCount(count)}</b> ${words} <small>${formatShare(count, all)}</small></li>`;
  const items = jobOutcomes.map((outcome) => {
    const count = outcome === 'skipped' ? skipped(total) : total[outcome];
    if (count === 0) return '';
    return item(outcome, count, outcome === 'notMeant' ? 'of them by condition' : outcomeWords[outcome]);
  });
  return `<ul class="legend">${items.join('')}</ul>`;
}

/** Only zero is shown as 0 %, and only the whole as 100 %. */
function formatShare(part: number, all: number): string {
  const percent = (100 * part) / all;
  if (part === all) return '100 %';
  if (percent < 0.1) return '< 0.1 %';
  return `${Math.min(percent, 99.9).toFixed(percent < 10 || percent > 99 ? 1 : 0)} %`;
}
