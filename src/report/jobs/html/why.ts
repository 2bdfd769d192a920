import type { Campaign } from '../../../campaign/campaign.ts';
import { statusOf } from '../../../service/contract/statuses.ts';
import { stepHtml, unbroken, withCode } from '../../html/escape.ts';
import { type Column, type TableRow, table } from '../../html/table.ts';
import { shownKey, shownReason } from '../../mask.ts';
import { formatCount } from '../../plan/words.ts';
import { formatReason } from '../../reason-text.ts';
import { escapeHtml } from '../../render/html-tag.ts';
import { type FormatCommand, whatToDo } from '../advice.ts';
import type { Cause } from '../reason-tally.ts';
import { isNotMeant, type JobOutcome, type StepStatistics } from '../run-statistics.ts';
import { outcomeWords } from './outcome-words.ts';
import type { ReportHtmlInput } from './report-input.ts';

const causesAtMost = 100;

/** Outcomes other than accepted: how many jobs, why, and what to do. */
export function why({ statistics, campaign, showNumbers, command }: ReportHtmlInput): string {
  const untouched = statistics.steps.filter(({ untouched: jobs }) => jobs > 0);
  if (statistics.causes.length + untouched.length === 0) return '';
  // Jobs that the campaign itself leaves out come last.
  const ordered = [...statistics.causes].sort((a, b) => Number(isCalm(a)) - Number(isCalm(b)));
  const shown = ordered.slice(0, causesAtMost);
  const rows = shown.map((cause) => ({ calm: isCalm(cause), ...causeRow(cause, campaign, showNumbers, command) }));
  const waiting = untouched.map((step) => waitingRow(step, command));
  const rest = ordered.slice(causesAtMost).reduce((sum, { count }) => sum + count, 0);
  const more =
    rest > 0
      ? `<p class="note">${formatCount(rest)} more, for ${ordered.length - shown.length} other reasons: <code>${escapeHtml(command('report', '--format csv'))}</code></p>`
      : '';
  return `<section aria-labelledby="why"><h2 id="why">What was not accepted, and why</h2>
${table('Table of reasons', columns, [...rows.filter(({ calm }) => !calm), ...waiting, ...rows.filter(({ calm }) => calm)])}${more}
</section>`;
}

const columns: readonly Column[] = [
  { name: 'jobs', kind: 'number' },
  { name: 'step', kind: 'words' },
  { name: 'outcome', kind: 'line' },
  { name: 'why', kind: 'words' },
  { name: 'what to do', kind: 'words' },
  { name: 'examples', kind: 'words' },
];

function waitingRow({ step, untouched }: StepStatistics, command: FormatCommand): TableRow {
  return {
    cells: [
      `<b>${formatCount(untouched)}</b>`,
      stepHtml(step),
      outcomeCell('pending'),
      'not started yet',
      withCode(`\`${command('status')}\` shows what is next.`),
      '',
    ],
  };
}

function outcomeCell(outcome: JobOutcome): string {
  return `<i class="${outcome}"></i>${outcomeWords[outcome]}`;
}

function isCalm({ state, reason = '' }: Cause): boolean {
  return isNotMeant(state, reason);
}

function causeRow(cause: Cause, campaign: Campaign, showNumbers: boolean, command: FormatCommand): TableRow {
  const { step, state, code, reason = '', count, examples } = cause;
  const known = campaign.steps.find(({ id }) => id === step);
  const uses = known?.uses ?? 'sms.balance';
  const calm = isCalm(cause);
  const outcome: JobOutcome = calm ? 'notMeant' : state === 'sending' ? 'inDoubt' : state;
  const meaning = code === undefined ? undefined : statusOf(uses, code)?.meaning;
  // The service often answers with the meaning itself.
  const isMeaning = meaning === undefined || reason.includes(meaning);
  const words = shownReason(formatReason(reason), showNumbers);
  const why = [
    ...(code === undefined || code === '' || code === '0' ? [] : [`<b>${escapeHtml(code)}</b>`]),
    ...(isMeaning || code === '0' ? [] : [escapeHtml(`${meaning};`)]),
    withCode(words === '' && state === 'sending' ? 'its process died before the response arrived' : words),
  ].join(' ');
  const names = calm
    ? []
    : examples.flatMap((job) => (job.key === undefined ? [] : unbroken(escapeHtml(shownKey(job.key, showNumbers)))));
  return {
    ...(calm ? { class: 'calm' } : {}),
    cells: [
      `<b>${formatCount(count)}</b>`,
      stepHtml(known ?? { id: step }),
      outcomeCell(outcome),
      `<span dir="auto">${why}</span>`,
      withCode(whatToDo(cause, uses, command)),
      names.length === 0 ? '' : `<small>${names.join(', ')}</small>`,
    ],
  };
}
