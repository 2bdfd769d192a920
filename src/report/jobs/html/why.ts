import type { Campaign } from '../../../campaign/campaign.ts';
import { dropSentence } from '../../../schedule/drop-reason.ts';
import { statusOf } from '../../../service/contract/statuses.ts';
import { escapeHtml, withCode } from '../../html/escape.ts';
import { shownKey, shownReason } from '../../mask.ts';
import { formatCount } from '../../plan/words.ts';
import { stepName } from '../../step-name.ts';
import { adviceOn, type FormatCommand } from '../advice.ts';
import type { Cause } from '../reason-tally.ts';
import { isNotMeant, type JobOutcome, type StepStatistics } from '../run-statistics.ts';
import { outcomeWords } from './outcome-words.ts';
import type { ReportHtmlInput } from './report-input.ts';

const causesAtMost = 100;

/** Outcomes other than accepted: how many jobs, why, and what to do. */
export function why({ picture, campaign, showNumbers, say }: ReportHtmlInput): string {
  const untouched = picture.steps.filter(({ untouched: jobs }) => jobs > 0);
  if (picture.causes.length + untouched.length === 0) return '';
  // Jobs that the campaign itself leaves out come last.
  const ordered = [...picture.causes].sort((a, b) => Number(isCalm(a)) - Number(isCalm(b)));
  const shown = ordered.slice(0, causesAtMost);
  const rows = shown.map((cause) => ({ calm: isCalm(cause), html: causeRow(cause, campaign, showNumbers, say) }));
  const waiting = untouched.map((step) => waitingRow(step, say));
  const table = [
    ...rows.filter(({ calm }) => !calm).map(({ html }) => html),
    ...waiting,
    ...rows.filter(({ calm }) => calm).map(({ html }) => html),
  ];
  const rest = ordered.slice(causesAtMost).reduce((sum, { count }) => sum + count, 0);
  const more =
    rest > 0
      ? `<p class="note">${formatCount(rest)} more, for ${ordered.length - shown.length} other reasons: <code>${escapeHtml(say('report', '--format csv'))}</code></p>`
      : '';
  return `<section aria-labelledby="why"><h2 id="why">Why the rest was not accepted</h2>
<div class="wide"><table><thead><tr><th scope="col" class="number">jobs</th><th scope="col">step</th><th scope="col">outcome</th><th scope="col">why</th><th scope="col">what to do</th><th scope="col">examples</th></tr></thead><tbody>${table.join('')}</tbody></table></div>${more}
</section>`;
}

function waitingRow({ step, untouched }: StepStatistics, say: FormatCommand): string {
  const what = withCode(`\`${say('status')}\` shows what is next.`);
  return `<tr><td class="number"><b>${formatCount(untouched)}</b></td><td>${escapeHtml(stepName(step))}</td><td class="fate pending"><i></i>${outcomeWords.pending}</td><td class="wrap">not started yet</td><td class="wrap">${what}</td><td></td></tr>`;
}

function isCalm({ state, reason = '' }: Cause): boolean {
  return isNotMeant(state, reason);
}

function causeRow(cause: Cause, campaign: Campaign, showNumbers: boolean, say: FormatCommand): string {
  const { step, state, code, reason = '', count, examples } = cause;
  const known = campaign.steps.find(({ id }) => id === step);
  const uses = known?.uses ?? 'sms.balance';
  const calm = isCalm(cause);
  const fate: JobOutcome = calm ? 'notMeant' : state === 'sending' ? 'inDoubt' : state;
  const meaning = code === undefined ? undefined : statusOf(uses, code)?.meaning;
  const words = shownReason(dropSentence(reason), showNumbers);
  const why = [
    ...(code === undefined || code === '' || code === '0' ? [] : [`<b>${escapeHtml(code)}</b>`]),
    ...(meaning === undefined || code === '0' || words.includes(meaning) ? [] : [escapeHtml(`${meaning};`)]),
    withCode(words === '' && state === 'sending' ? 'its process died before the response arrived' : words),
  ].join(' ');
  const names = calm
    ? ''
    : examples.flatMap((job) => (job.key === undefined ? [] : shownKey(job.key, showNumbers))).join(', ');
  return `<tr${calm ? ' class="calm"' : ''}><td class="number"><b>${formatCount(count)}</b></td><td>${escapeHtml(stepName(known ?? { id: step }))}</td><td class="fate ${fate}"><i></i>${outcomeWords[fate]}</td><td class="wrap">${why}</td><td class="wrap">${withCode(adviceOn(cause, uses, say))}</td><td class="wrap"><small>${escapeHtml(names)}</small></td></tr>`;
}
