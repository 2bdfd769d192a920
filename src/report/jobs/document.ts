import type { JudgedByNumber } from '../../campaign/audiences/judged-hours.ts';
import type { LeftOutRows } from '../../campaign/audiences/left-out-rows.ts';
import type { Campaign } from '../../campaign/campaign.ts';
import { counted, formatCount } from '../../diagnostic/count-words.ts';
import { grouped } from '../../diagnostic/grouped.ts';
import { formatAddress } from '../../job/address.ts';
import type { Approval, DecisionGroup } from '../../ledger/signed.ts';
import { formatMoney } from '../../plan/budget.ts';
import type { Instant } from '../../platform/ports.ts';
import { reachedNobody } from '../../run/run-state.ts';
import type { WaveSoFar } from '../../run/summary.ts';
import { statusOf } from '../../service/contract/statuses.ts';
import { formatJudgedHours, formatLeftOut } from '../audience-text.ts';
import { csvTable } from '../csv-cell.ts';
import {
  column,
  type Document,
  type LegendItem,
  list,
  type Outcome,
  type Outcomes,
  type Row,
  type Section,
  type Share,
  section,
  sentences,
  type Table,
  table,
  type Words,
} from '../document.ts';
import { shownAddress, shownKey, shownReason } from '../mask.ts';
import { formatDate, formatDayTime, formatJobs, needsSeconds, stepWords } from '../plan/words.ts';
import { formatReason } from '../reason-text.ts';
import { waveLines } from '../run/next-text.ts';
import { nobodyContacted, removedStepsText } from '../run/run-state-text.ts';
import { signedLines } from '../run/signed-text.ts';
import { startsChart } from './chart.ts';
import { type PeopleInput, reportPeople } from './people.ts';
import { type Cause, type FormatCommand, isNotMeant, whatToDo } from './reasons.ts';
import {
  type Counts,
  type DoubtfulJob,
  type JobOutcome,
  jobOutcomes,
  outcomeWords,
  type RunStatistics,
  type StepStatistics,
  skipped,
} from './run-statistics.ts';
import { sum, verdict } from './verdict.ts';

export interface ReportInput extends PeopleInput {
  readonly run: string;
  /** `under way`, `finished`, …. */
  readonly state: string;
  /** `formatRecordedEnd`. */
  readonly ended: string | undefined;
  /** What was sandboxed has reached nobody. */
  readonly sandbox: boolean;
  readonly now: Instant;
  readonly approvals: readonly Approval[];
  readonly decisions: readonly DecisionGroup[];
  readonly waves: readonly WaveSoFar[];
  readonly leftOut: readonly LeftOutRows[];
  readonly hours: readonly JudgedByNumber[];
}

/** What happened, when, and what to do. */
export function reportDocument(input: ReportInput): Document {
  const { campaign, run, state, now, statistics, sandbox, ended, command, waves } = input;
  const { title, id, timezone } = campaign;
  const { asNeeded } = statistics;
  return {
    title,
    subject: 'report',
    about: [
      `${id}, run ${run}`,
      state,
      `as of ${formatDate(now, timezone)}`,
      `times are ${timezone}`,
      ...(sandbox ? [[{ strong: 'sandbox: nobody was contacted' }]] : []),
    ],
    conclusion: [
      sentences([ended && `${ended}.`], 'ended'),
      { kind: 'findings', findings: isNobody(input) ? [{ message: nobodyContacted }] : [] },
      sentences(
        [...reached(statistics), verdict(statistics.total, { asNeeded, ...doubtful(statistics), hasCommands: false })],
        'verdict',
      ),
      sentences(notes(input), 'soft'),
      list([
        ...waveLines(waves, timezone, campaign.steps),
        ...signedLines(input, { timezone, showNumbers: input.showNumbers }),
      ]),
      outcomes(statistics.total),
      sentences(
        [sandbox && `What everybody received is in the inbox of the sandbox (\`${command('inbox')}\`).`],
        'command',
      ),
    ],
    body: [
      doubts(input),
      section('When', startsChart(statistics, input)),
      section('Steps', stepTable(statistics, timezone)),
      whyNotAccepted(input),
      reportPeople(input),
    ],
    footer: `Every job, one row each: \`${command('report', '--format csv')}\``,
  };
}

function isNobody({ campaign, statistics }: ReportInput): boolean {
  const sums = statistics.steps.map(({ step, counts }) => ({
    id: step.id,
    summary: { ...counts, skipped: skipped(counts), inDoubt: counts.inDoubt + counts.underWay },
  }));
  return statistics.inDoubtBefore === 0 && reachedNobody(campaign, sums);
}

/** People before jobs: for how many of each audience anything was accepted. */
function reached({ people }: RunStatistics): readonly Words[] {
  return people.map(({ audience, all, accepted, unsure }): Words => {
    const more = unsure > 0 ? `; ${formatCount(unsure)} more may have been reached` : '';
    const has = accepted === 1 || all === 1 ? 'has' : 'have';
    const of = ` of ${counted(all, 'recipient')} of \`${audience}\` ${has} at least one accepted job${more}.`;
    return [{ strong: formatCount(accepted) }, of];
  });
}

/** When, at which cost, and who is not counted. */
function notes({ campaign, statistics, leftOut, hours }: ReportInput): readonly Words[] {
  const { cost, firstAt, lastAt, asEarlier, removed } = statistics;
  const lines: readonly Words[] = [
    ...(firstAt === undefined || lastAt === undefined
      ? []
      : [`first start ${formatDayTime(firstAt, campaign.timezone)}, last ${formatDayTime(lastAt, campaign.timezone)}`]),
    ...(cost.most > 0 ? [`cost ${formatCost(cost, campaign)}`] : []),
    ...(asEarlier > 0
      ? [`${formatJobs(asEarlier)} accepted because an earlier attempt had succeeded: an edit after that was not used`]
      : []),
    ...formatLeftOut(leftOut),
    ...formatJudgedHours(hours),
  ];
  return [...lines.map((line) => [...[line].flat(), '.']), ...removedStepsText(removed)];
}

function formatCost({ least, most }: RunStatistics['cost'], { limits: { budget }, currency }: Campaign): string {
  const shown = (sum: number): string => formatMoney(sum, currency);
  const sum = most > least ? `at least ${shown(least)}, at most ${shown(most)}` : shown(least);
  return `${sum}${budget === undefined ? '' : ` of ${shown(budget)}`} by the campaign’s \`costs\``;
}

function shownOutcome(kind: JobOutcome): Outcome {
  return { kind, words: outcomeWords[kind] };
}

/** Of the jobs that were needed, as the percentages are: a run that reached everybody is a whole bar, and has 100 %. */
function sharesOf(counts: Counts): readonly Share[] {
  return jobOutcomes.flatMap((kind) => {
    const count = kind === 'notMeant' ? 0 : counts[kind];
    return count === 0 ? [] : [{ ...shownOutcome(kind), count }];
  });
}

function outcomes(total: Counts): Outcomes {
  const needed = sum(total) - total.notMeant;
  const legend = jobOutcomes.flatMap((kind): readonly LegendItem[] => {
    if (kind === 'notMeant') return [];
    if (kind === 'skipped' && total.notMeant > 0) return [skippedItem(total, needed)];
    const count = total[kind];
    return count === 0 ? [] : [{ ...shownOutcome(kind), value: formatCount(count), share: formatShare(count, needed) }];
  });
  return { kind: 'outcomes', shares: sharesOf(total), legend };
}

/** The number that everything else shows, too; only those who were needed have a share. */
function skippedItem(total: Counts, needed: number): LegendItem {
  const value = formatCount(skipped(total));
  if (total.skipped === 0) return { ...shownOutcome('notMeant'), words: 'skipped as not needed', value, share: '' };
  const share = `the others ${formatShare(total.skipped, needed)}`;
  const words = `skipped, ${formatCount(total.notMeant)} of them not needed`;
  return { ...shownOutcome('skipped'), words, value, share };
}

/** Only zero is shown as 0 %, and only the whole as 100 %. */
function formatShare(part: number, all: number): string {
  const percent = (100 * part) / all;
  if (part === all) return '100 %';
  if (percent < 0.1) return '< 0.1 %';
  return `${Math.min(percent, 99.9).toFixed(percent < 10 || percent > 99 ? 1 : 0)} %`;
}

function doubtful({ causes, removed, inDoubtBefore }: RunStatistics) {
  return {
    inDoubtBefore,
    unanswered: causes.reduce((all, { state, count }) => all + (state === 'sending' ? count : 0), 0),
    othersInDoubt: removed.some(({ inDoubt }) => inDoubt > 0),
  };
}

const processDied = 'its process died before the response arrived';

function doubts({ statistics, campaign, showNumbers, command }: ReportInput): Section {
  const { total, doubts: named } = statistics;
  const { unanswered } = doubtful(statistics);
  const decidable = total.inDoubt - unanswered;
  const listed = showNumbers ? named.filter(({ isUnanswered }) => !isUnanswered) : [];
  const byReason = grouped(named, ({ reason, isUnanswered }) =>
    shownReason(reason ?? (isUnanswered ? processDied : 'no valid response'), showNumbers),
  );
  const name = (job: DoubtfulJob): Words => [
    `\`${shownAddress(job, showNumbers)}\``,
    ...(job.at === undefined ? [] : [{ soft: formatDayTime(job.at, campaign.timezone, true) }]),
  ];
  const more = total.inDoubt - named.length;
  const undecided =
    'They may or may not have arrived and will not be resent automatically. Check with the service, then decide about each.';
  const orList = ' Or decide in a list of these and give it back.';
  const those = decidable > 0 ? `${formatCount(unanswered)} of them` : 'They';
  const were = decidable > 0 && unanswered === 1 ? 'was' : 'were';
  const died = `${those} ${were} under way when the process died. The next run sends again what is safe to send again, and lists the rest here.`;
  const commands = [
    decidable > 0 && `\`${command('reconcile')}\``,
    listed.length > 0 && `\`${command('reconcile', '--from decisions.csv')}\``,
    unanswered > 0 && `\`${command('run')}\``,
  ];
  return {
    ...section(
      `In doubt: ${formatCount(total.inDoubt)}`,
      sentences([decidable > 0 && `${undecided}${listed.length > 0 ? orList : ''}`, unanswered > 0 && died]),
      { ...section('Show command', list(commands)), isFolded: true },
      ...[...byReason].map(([reason, jobs]) => section(reason, list(jobs.map(name)))),
      sentences([more > 0 && `and ${formatCount(more)} more`], 'soft'),
      {
        kind: 'download',
        name: 'decisions.csv',
        words: 'a list of these (CSV)',
        text: listed.length > 0 ? decisionList(listed) : '',
      },
    ),
    look: 'ask',
  };
}

/** The jobs that are named here, with an empty column for the decisions. The mark tells spreadsheets that it is UTF-8. */
function decisionList(named: readonly DoubtfulJob[]): string {
  const rows = named.map((job) => ({ ...job, address: formatAddress(job) }));
  return `\uFEFF${csvTable(['address', 'decision', 'comment', 'attempts', 'reason'], rows)}`;
}

const columns: readonly JobOutcome[] = ['accepted', 'rejected', 'inDoubt', 'skipped', 'expired', 'pending'];
const rareColumns: readonly JobOutcome[] = ['underWay', 'cancelled'];

function stepTable({ steps, total, firstAt: from, lastAt: to }: RunStatistics, zone: string): Table {
  const shown = jobOutcomes.filter(
    (outcome) => columns.includes(outcome) || (rareColumns.includes(outcome) && total[outcome] > 0),
  );
  const precise = needsSeconds(from, to);
  const time = (at: Instant | undefined) => (at === undefined ? '' : formatDayTime(at, zone, precise));
  const cell = (counts: Counts, outcome: JobOutcome): Words | number => {
    if (outcome !== 'skipped') return counts[outcome];
    if (counts.notMeant === 0) return skipped(counts);
    return [formatCount(skipped(counts)), { soft: `${formatCount(counts.notMeant)} not needed` }];
  };
  const row = ({ step, counts, repeats, firstAt, lastAt }: StepStatistics): Row => ({
    cells: [
      [...[stepWords(step)].flat(), { soft: step.uses }, { shares: sharesOf(counts) }],
      ...shown.map((outcome) => cell(counts, outcome)),
      repeats,
      time(firstAt),
      time(lastAt),
    ],
  });
  const retries = steps.reduce((sum, { repeats }) => sum + repeats, 0);
  const sums: Row = { cells: ['total', ...shown.map((outcome) => cell(total, outcome)), retries, '', ''] };
  const numbers = [...shown.map((outcome) => outcomeWords[outcome]), 'retries'].map(column.number);
  const head = [column.row('step'), ...numbers, column.line('first start'), column.line('last start')];
  return table('Table of steps', head, [...steps.map(row), ...(steps.length < 2 ? [] : [sums])]);
}

const causesAtMost = 100;

/** Outcomes other than accepted: how many jobs, why, and what to do. */
function whyNotAccepted({ statistics, campaign, showNumbers, command }: ReportInput): Section {
  const untouched = statistics.steps.filter(({ untouched: jobs }) => jobs > 0);
  // Jobs that the campaign itself leaves out come last.
  const ordered = [...statistics.causes].sort((a, b) => Number(isNotMeant(a)) - Number(isNotMeant(b)));
  const shown = ordered.slice(0, causesAtMost);
  const rows = shown.map((cause) => ({ calm: isNotMeant(cause), ...causeRow(cause, campaign, showNumbers, command) }));
  const waiting = untouched.map((step) => waitingRow(step, command));
  const rest = ordered.slice(causesAtMost).reduce((sum, { count }) => sum + count, 0);
  const more = `${formatCount(rest)} more, for ${counted(ordered.length - shown.length, 'other reason')} (\`${command('report', '--format csv')}\`)`;
  const all = [...rows.filter(({ calm }) => !calm), ...waiting, ...rows.filter(({ calm }) => calm)];
  return section(
    'What was not accepted, and why',
    table('Table of reasons', causeColumns, all),
    sentences([rest > 0 && more], 'soft'),
  );
}

const causeColumns = [
  column.number('jobs'),
  column.words('step'),
  column.line('outcome'),
  column.words('why'),
  column.words('what to do'),
  column.words('examples'),
];

function waitingRow({ step, untouched }: StepStatistics, command: FormatCommand): Row {
  return {
    cells: [
      untouched,
      stepWords(step),
      [{ outcome: shownOutcome('pending') }],
      'not started yet',
      `Its turn comes while the run goes on (\`${command('status')}\` shows when).`,
      '',
    ],
  };
}

function causeRow(cause: Cause, campaign: Campaign, showNumbers: boolean, command: FormatCommand): Row {
  const { step, state, code, reason = '', count, examples } = cause;
  const known = campaign.steps.find(({ id }) => id === step);
  const uses = known?.uses ?? 'sms.balance';
  const calm = isNotMeant(cause);
  const outcome: JobOutcome = calm ? 'notMeant' : state === 'sending' ? 'inDoubt' : state;
  const meaning = code === undefined ? undefined : statusOf(uses, code)?.meaning;
  // The service often answers with the meaning itself.
  const isMeaning = meaning === undefined || reason.includes(meaning);
  const words = shownReason(formatReason(reason), showNumbers);
  const why = [
    ...(code === undefined || code === '' || code === '0' ? [] : [{ strong: code }, ' ']),
    ...(isMeaning || code === '0' ? [] : [`${meaning}; `]),
    words === '' && state === 'sending' ? processDied : words,
  ];
  const names = calm ? [] : examples.flatMap((job) => (job.key === undefined ? [] : shownKey(job.key, showNumbers)));
  return {
    ...(calm ? { look: 'soft' } : {}),
    cells: [
      count,
      stepWords(known ?? { id: step }),
      [{ outcome: shownOutcome(outcome) }],
      why,
      whatToDo(cause, uses, command),
      names.length === 0 ? '' : [{ soft: names.join(', ') }],
    ],
  };
}
