import type { Campaign } from '../../campaign/campaign.ts';
import { statusOf } from '../../service/contract/statuses.ts';
import { type Column, type Row, type Section, section, sentences } from '../document.ts';
import { shownKey, shownReason } from '../mask.ts';
import { formatCount } from '../plan/words.ts';
import { formatReason } from '../reason-text.ts';
import { stepWords } from '../step-name.ts';
import { type FormatCommand, whatToDo } from './advice.ts';
import { outcomeOf } from './outcome-words.ts';
import type { Cause } from './reason-tally.ts';
import type { ReportInput } from './report-input.ts';
import { isNotMeant, type JobOutcome, type StepStatistics } from './run-statistics.ts';

const causesAtMost = 100;

/** Outcomes other than accepted: how many jobs, why, and what to do. */
export function whyNotAccepted({ statistics, campaign, showNumbers, command }: ReportInput): Section {
  const untouched = statistics.steps.filter(({ untouched: jobs }) => jobs > 0);
  // Jobs that the campaign itself leaves out come last.
  const ordered = [...statistics.causes].sort((a, b) => Number(isCalm(a)) - Number(isCalm(b)));
  const shown = ordered.slice(0, causesAtMost);
  const rows = shown.map((cause) => ({ calm: isCalm(cause), ...causeRow(cause, campaign, showNumbers, command) }));
  const waiting = untouched.map((step) => waitingRow(step, command));
  const rest = ordered.slice(causesAtMost).reduce((sum, { count }) => sum + count, 0);
  const more = `${formatCount(rest)} more, for ${ordered.length - shown.length} other reasons: \`${command('report', '--format csv')}\``;
  const all = [...rows.filter(({ calm }) => !calm), ...waiting, ...rows.filter(({ calm }) => calm)];
  return section(
    'What was not accepted, and why',
    { kind: 'table', name: 'Table of reasons', columns, rows: all },
    sentences(rest > 0 ? [more] : [], 'soft'),
  );
}

const columns: readonly Column[] = [
  { name: 'jobs', kind: 'number' },
  { name: 'step', kind: 'words' },
  { name: 'outcome', kind: 'line' },
  { name: 'why', kind: 'words' },
  { name: 'what to do', kind: 'words' },
  { name: 'examples', kind: 'words' },
];

function waitingRow({ step, untouched }: StepStatistics, command: FormatCommand): Row {
  return {
    cells: [
      untouched,
      stepWords(step),
      [{ outcome: outcomeOf('pending') }],
      'not started yet',
      `\`${command('status')}\` shows what is next.`,
      '',
    ],
  };
}

function isCalm({ state, reason = '' }: Cause): boolean {
  return isNotMeant(state, reason);
}

function causeRow(cause: Cause, campaign: Campaign, showNumbers: boolean, command: FormatCommand): Row {
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
    ...(code === undefined || code === '' || code === '0' ? [] : [{ strong: code }, ' ']),
    ...(isMeaning || code === '0' ? [] : [`${meaning}; `]),
    words === '' && state === 'sending' ? 'its process died before the response arrived' : words,
  ];
  const names = calm ? [] : examples.flatMap((job) => (job.key === undefined ? [] : shownKey(job.key, showNumbers)));
  return {
    ...(calm ? { look: 'calm' } : {}),
    cells: [
      count,
      stepWords(known ?? { id: step }),
      [{ outcome: outcomeOf(outcome) }],
      why,
      whatToDo(cause, uses, command),
      names.length === 0 ? '' : [{ soft: names.join(', ') }],
    ],
  };
}
