import { escapeHtml, withCode } from '../../html/escape.ts';
import { formatLeftOut } from '../../left-out-text.ts';
import { sayCount, sayMoney, sayTime } from '../../plan/words.ts';
import { fates, type RunPicture } from '../run-picture.ts';
import { fateWords } from './fates.ts';
import type { ReportHtmlInput } from './report-input.ts';

/** The worst honest number, and whom it concerns. */
export function verdict({ campaign, picture, leftOut }: ReportHtmlInput): string {
  const { total, cost, people, firstAt, lastAt, gone } = picture;
  const unsure = total.inDoubt + total.underWay;
  const jobs = meant(total);
  const number =
    unsure === 0
      ? `<b>${sayCount(total.accepted)}</b>`
      : `<b>At least ${sayCount(total.accepted)}, at most ${sayCount(total.accepted + unsure)}</b>`;
  const left = [
    total.inDoubt > 0 ? `${sayCount(total.inDoubt)} in doubt` : 'nothing is in doubt',
    ...(total.underWay > 0 ? [`${sayCount(total.underWay)} under way`] : []),
    total.pending > 0 ? `${sayCount(total.pending)} to go` : 'nothing is left to do',
  ];
  const notes = [
    ...(total.notMeant > 0
      ? [
          `${sayCount(total.notMeant)} more ${jobsWord(total.notMeant)} the campaign itself left out: not for these people, or not needed`,
        ]
      : []),
    ...people.map(
      ({ audience, all, accepted, inDoubt }) =>
        `<b>${sayCount(accepted)}</b> of ${sayCount(all)} recipients of <code>${escapeHtml(audience)}</code> have something accepted for them${inDoubt > 0 ? `, ${sayCount(inDoubt)} more are only in doubt` : ''}`,
    ),
    ...(firstAt === undefined || lastAt === undefined
      ? []
      : [`first start ${sayTime(firstAt, campaign.timezone)}, last ${sayTime(lastAt, campaign.timezone)}`]),
    ...(cost.most > 0 ? [`cost ${sayCost(cost, campaign.limits.budget)}`] : []),
    ...formatLeftOut(leftOut).map(withCode),
    ...gone.map(
      ({ step, jobs: recorded }) =>
        `${sayCount(recorded)} recorded under <code>${escapeHtml(step)}</code>, which is in the file no longer, ${recorded === 1 ? 'is' : 'are'} not counted here`,
    ),
  ];
  return `<p class="verdict">${number} of ${sayCount(jobs)} ${jobsWord(jobs)} accepted by the service; ${left.join('; ')}.</p>
${notes.map((note) => `<p class="note">${note}.</p>`).join('\n')}`;
}

/** Jobs without those that the campaign itself left out. */
function meant(counts: RunPicture['total']): number {
  return fates.reduce((sum, fate) => sum + counts[fate], 0) - counts.notMeant;
}

function jobsWord(count: number): string {
  return count === 1 ? 'job' : 'jobs';
}

function sayCost({ least, most }: RunPicture['cost'], budget: number | undefined): string {
  const sum = most > least ? `at least ${sayMoney(least)}, at most ${sayMoney(most)}` : sayMoney(least);
  return `${sum}${budget === undefined ? '' : ` of ${sayMoney(budget)}`} by the campaign’s <code>costs</code>`;
}

/** A drawn proportion; its numbers stand beside it. */
export function share(counts: RunPicture['total'], name: string): string {
  const isMeant = meant(counts) > 0;
  const parts = fates.filter((fate) => counts[fate] > 0 && (fate !== 'notMeant' || !isMeant));
  const bars = parts.map(
    (fate) =>
      `<i class="${fate}" style="flex:${counts[fate]}" title="${sayCount(counts[fate])} ${fateWords[fate]}"></i>`,
  );
  return `<div class="${name}" aria-hidden="true">${bars.join('')}</div>`;
}

export function legend(total: RunPicture['total']): string {
  const all = meant(total);
  const items = fates
    .filter((fate) => total[fate] > 0 && fate !== 'notMeant')
    .map(
      (fate) =>
        `<li><i class="${fate}"></i><b>${sayCount(total[fate])}</b> ${fateWords[fate]} <small>${sayShare(total[fate], all)}</small></li>`,
    );
  return `<ul class="legend">${items.join('')}</ul>`;
}

/** Nothing that is there is 0 %, and nothing but all is 100 %. */
function sayShare(part: number, all: number): string {
  const percent = (100 * part) / all;
  if (part === all) return '100 %';
  if (percent < 0.1) return '< 0.1 %';
  return `${Math.min(percent, 99.9).toFixed(percent < 10 || percent > 99 ? 1 : 0)} %`;
}
