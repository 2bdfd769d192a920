import { escapeHtml, withCode } from '../../html/escape.ts';
import { formatLeftOut } from '../../left-out-text.ts';
import { formatCount, formatDayTime, formatMoney, formatToGo } from '../../plan/words.ts';
import { jobOutcomes, type RunStatistics } from '../run-statistics.ts';
import { outcomeWords } from './outcome-words.ts';
import type { ReportHtmlInput } from './report-input.ts';

/** How many jobs were accepted for certain and at most, and for how many people. */
export function verdict({ campaign, statistics, leftOut }: ReportHtmlInput): string {
  const { total, cost, people, firstAt, lastAt, gone } = statistics;
  const unsure = total.inDoubt + total.underWay;
  const jobs = meant(total);
  const number =
    unsure === 0
      ? `<b>${formatCount(total.accepted)}</b>`
      : `<b>At least ${formatCount(total.accepted)}, at most ${formatCount(total.accepted + unsure)}</b>`;
  const left = [
    total.inDoubt > 0 ? `${formatCount(total.inDoubt)} in doubt` : 'none in doubt',
    ...(total.underWay > 0 ? [`${formatCount(total.underWay)} in flight`] : []),
    total.pending > 0 ? formatToGo(total.pending, statistics.asNeeded) : 'none left to do',
  ];
  const notes = [
    ...(total.notMeant > 0
      ? [
          `${formatCount(total.notMeant)} more ${jobsWord(total.notMeant)} left out by the campaign itself: not for these people, or not needed`,
        ]
      : []),
    ...people.map(
      ({ audience, all, accepted, inDoubt }) =>
        `<b>${formatCount(accepted)}</b> of ${formatCount(all)} recipients of <code>${escapeHtml(audience)}</code> have at least one accepted job${inDoubt > 0 ? `; ${formatCount(inDoubt)} more have only jobs in doubt` : ''}`,
    ),
    ...(firstAt === undefined || lastAt === undefined
      ? []
      : [`first start ${formatDayTime(firstAt, campaign.timezone)}, last ${formatDayTime(lastAt, campaign.timezone)}`]),
    ...(cost.most > 0 ? [`cost ${formatCost(cost, campaign.limits.budget)}`] : []),
    ...formatLeftOut(leftOut).map(withCode),
    ...gone.map(
      ({ step, jobs: recorded }) =>
        `${formatCount(recorded)} recorded under <code>${escapeHtml(step)}</code>, which is no longer in the file, ${recorded === 1 ? 'is' : 'are'} not counted here`,
    ),
  ];
  return `<p class="verdict">${number} of ${formatCount(jobs)} ${jobsWord(jobs)} accepted by the service; ${left.join('; ')}.</p>
${notes.map((note) => `<p class="note">${note}.</p>`).join('\n')}`;
}

/** Jobs without those that the campaign itself left out. */
function meant(counts: RunStatistics['total']): number {
  return jobOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0) - counts.notMeant;
}

function jobsWord(count: number): string {
  return count === 1 ? 'job' : 'jobs';
}

function formatCost({ least, most }: RunStatistics['cost'], budget: number | undefined): string {
  const sum = most > least ? `at least ${formatMoney(least)}, at most ${formatMoney(most)}` : formatMoney(least);
  return `${sum}${budget === undefined ? '' : ` of ${formatMoney(budget)}`} by the campaign’s <code>costs</code>`;
}

/** A bar of proportions; the numbers are beside it. */
export function share(counts: RunStatistics['total'], name: string): string {
  const isMeant = meant(counts) > 0;
  const parts = jobOutcomes.filter((outcome) => counts[outcome] > 0 && (outcome !== 'notMeant' || !isMeant));
  const bars = parts.map(
    (outcome) =>
      `<i class="${outcome}" style="flex:${counts[outcome]}" title="${formatCount(counts[outcome])} ${outcomeWords[outcome]}"></i>`,
  );
  return `<div class="${name}" aria-hidden="true">${bars.join('')}</div>`;
}

export function legend(total: RunStatistics['total']): string {
  const all = meant(total);
  const items = jobOutcomes
    .filter((outcome) => total[outcome] > 0 && outcome !== 'notMeant')
    .map(
      (outcome) =>
        `<li><i class="${outcome}"></i><b>${formatCount(total[outcome])}</b> ${outcomeWords[outcome]} <small>${formatShare(total[outcome], all)}</small></li>`,
    );
  return `<ul class="legend">${items.join('')}</ul>`;
}

/** Only zero is shown as 0 %, and only the whole as 100 %. */
function formatShare(part: number, all: number): string {
  const percent = (100 * part) / all;
  if (part === all) return '100 %';
  if (percent < 0.1) return '< 0.1 %';
  return `${Math.min(percent, 99.9).toFixed(percent < 10 || percent > 99 ? 1 : 0)} %`;
}
