import type { LeftOutRows } from '../../campaign/audiences/left-out-rows.ts';
import type { Campaign } from '../../campaign/campaign.ts';
import { counted, formatCount } from '../../diagnostic/count-words.ts';
import type { JobAddress } from '../../job/address.ts';
import type { JobRecord } from '../../job/job.ts';
import { formatMoney } from '../../plan/budget.ts';
import type { PlanTotals } from '../../plan/plan.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Summary } from '../../run/event.ts';
import type { StepSummary, WaveSoFar } from '../../run/summary.ts';
import { formatLeftOut } from '../audience-text.ts';
import { type AuditInput, rulesTable } from '../audit/document.ts';
import {
  column,
  countTable,
  type Document,
  type Item,
  list,
  section,
  sentences,
  type Table,
  table,
} from '../document.ts';
import { shownReason, someAddresses } from '../mask.ts';
import { formatDayTime, formatJobs, formatWorse } from '../plan/words.ts';
import { formatReason } from '../reason-text.ts';
import { nobodyContacted } from '../run/run-state-text.ts';
import { summaryTable } from '../run/summary-table.ts';
import { waveLines } from '../run/wave-text.ts';
import { stepNames, stepWords } from '../step-name.ts';
import type { Comparison, Counted } from './compare.ts';

/** The worst that one crash can leave for a person to decide. */
export type WorstCrash = Pick<PlanTotals, 'inDoubtAtMost' | 'inDoubtIfLate' | 'inDoubtIfEdited'>;

/** The result of a rehearsal, for people. */
export interface RehearsalReport extends WorstCrash {
  readonly campaign: Campaign;
  readonly scenario: string;
  readonly seed: number;
  readonly from: Instant;
  readonly to: Instant;
  readonly requests: number;
  readonly summary: Summary;
  readonly steps: readonly StepSummary[];
  readonly records: Iterable<JobRecord>;
  readonly leftOut: readonly LeftOutRows[];
  readonly waves: readonly WaveSoFar[];
  readonly comparison: Comparison;
  readonly cost: number;
  readonly kills?: KillFindings;
  /** What the auditor found in the sandbox's request log. */
  readonly audit: AuditInput;
  readonly endedWords: string;
  readonly showNumbers: boolean;
}

/** What a process killed at every boundary in turn leaves. */
export interface KillFindings extends Pick<Comparison, 'duplicated' | 'lost' | 'unrecorded'> {
  /** Rehearsals, each of which died once at least. */
  readonly kills: number;
  /** It was stopped before it was killed at every chosen boundary. */
  readonly stopped?: true;
  readonly boundaries: number;
  /** Of them, those that died a second time. */
  readonly twice: number;
  /** Breaches that the auditor found. */
  readonly broken: readonly string[];
  readonly inDoubtAtMost: number;
}

const shownAtMost = 10;

const noFaults = 'No faults happened: among so few requests, another `--seed` may have some.';
const noCost = 'The account did not run out: no request cost anything.';

export function rehearsalDocument(report: RehearsalReport): Document {
  const { campaign, scenario, seed, from, to, requests, summary, steps, audit, endedWords } = report;
  const { timezone, currency } = campaign;
  const time = (at: Instant): string => formatDayTime(at, timezone, true);
  const [reached, rejected] = [reachedTable(report), rejections(report)];
  return {
    title: campaign.title,
    subject: 'rehearsal',
    about: [
      `scenario ${scenario}, seed ${seed}`,
      `${time(from)} to ${time(to)} (${timezone}), in virtual time`,
      'nothing was sent to the real service',
    ],
    body: [
      {
        kind: 'figures',
        figures: [
          { name: requests === 1 ? 'request' : 'requests', value: formatCount(requests) },
          { name: 'accepted', value: formatCount(summary.accepted) },
          { name: 'rejected', value: formatCount(summary.rejected) },
          { name: 'in doubt', value: formatCount(summary.inDoubt) },
          { name: 'skipped', value: formatCount(summary.skipped) },
          { name: 'cost at the sandbox’s prices', value: formatMoney(report.cost, currency), isAmount: true },
        ],
      },
      summaryTable(steps, summary),
      reached.rows.length === 0
        ? { kind: 'findings', findings: [{ message: nobodyContacted }] }
        : section('In the sandbox’s ledger', reached),
      section('Waves', sentences(waveLines(report.waves, timezone, campaign.steps))),
      section('Left out', countTable('How often', leftOutJobs(report))),
      rejected.length === 0
        ? sentences(['No requests were rejected.'])
        : section('Rejected, whether retried or not', countTable('How often', rejected)),
      section('Injected faults', countTable('How often', report.comparison.faults)),
      sentences(
        report.comparison.faults.length > 0 || scenario === 'calm' ? [] : [scenario === 'poor' ? noCost : noFaults],
      ),
      section('Rows left out', sentences(formatLeftOut(report.leftOut).map((line) => `${line}.`))),
      section(
        'What is recorded, and what arrived',
        list([ledgerItem(report), ...killItem(report), crashWords(report)]),
      ),
      section(`Audit of ${counted(audit.starts, 'start')}, from ${audit.source}`, rulesTable(audit)),
    ],
    conclusion: [sentences([endedWords], 'verdict')],
  };
}

/** Whom each step reached. */
function reachedTable({ campaign, comparison }: RehearsalReport): Table {
  const time = (at: Instant): string => formatDayTime(at, campaign.timezone, true);
  const rows = campaign.steps.flatMap((step) => {
    const reached = comparison.reached.get(step.id);
    return reached === undefined
      ? []
      : [{ cells: [stepWords(step), reached.jobs, time(reached.first), time(reached.last)] }];
  });
  return table(
    'Reached in the sandbox',
    [column.row('step'), column.number('reached'), column.line('first'), column.line('last')],
    rows,
  );
}

/** Reasons of those who are left out, by step. */
function leftOutJobs({ campaign, records, showNumbers }: RehearsalReport): readonly Counted[] {
  const name = stepNames(campaign.steps);
  const reasons = new Map<string, number>();
  for (const { step, state, reason = '' } of records) {
    if (state !== 'skipped' && state !== 'expired') continue;
    const line = `${name(step)}, ${state}: ${shownReason(formatReason(reason), showNumbers)}`;
    reasons.set(line, (reasons.get(line) ?? 0) + 1);
  }
  return [...reasons].map(([what, times]) => ({ what, times }));
}

/** By the sandbox, and by `expect`, whose step is rejected although the sandbox answered 0. */
function rejections({ campaign, comparison, records, showNumbers }: RehearsalReport): readonly Counted[] {
  const name = stepNames(campaign.steps);
  const lines = comparison.refusals.map(({ operation, code, what, times }) => ({
    what: `${operation} ${code} ${what}`.trimEnd(),
    times,
  }));
  for (const { step, state, code, reason = '' } of records)
    if (state === 'rejected' && code === '0')
      lines.push({ what: `${name(step)}: ${shownReason(formatReason(reason), showNumbers)}`, times: 1 });
  return lines;
}

/** What the worst crash leaves for a person to decide. */
function crashWords(report: RehearsalReport): string {
  const { inDoubtAtMost } = report;
  const late = formatWorse(report);
  return inDoubtAtMost === 0
    ? `One crash leaves no jobs in doubt: every request can be retried without reaching anyone twice${late}.`
    : `One crash leaves up to ${formatJobs(inDoubtAtMost)} in doubt${late}.`;
}

/** How the state and what the sandbox did agree. */
function ledgerItem({ comparison, showNumbers }: RehearsalReport): Item {
  const { resent, unmatched, doubtsArrived, doubtsNot } = comparison;
  const doubts = doubtsArrived.length + doubtsNot.length;
  const wrong = wrongs(comparison, showNumbers);
  return {
    words: `State and ledger, compared by recipient${wrong.length + unmatched === 0 ? ': no duplicates, nobody missing.' : ', disagree:'}`,
    items: [
      ...wrong,
      ...(unmatched > 0 ? [`effects without a job: ${formatCount(unmatched)}`] : []),
      ...named('reached twice, as `onUnknown: resend` allows', resent, showNumbers),
      ...(doubts > 0 ? [`in doubt: ${formatJobs(doubts)} (${formatCount(doubtsArrived.length)} arrived)`] : []),
    ],
  };
}

/** What killing it everywhere showed; nothing where that was not asked for. */
function killItem({ kills, showNumbers, inDoubtAtMost: planned }: RehearsalReport): readonly Item[] {
  if (kills === undefined) return [];
  const { inDoubtAtMost, boundaries, twice } = kills;
  const which =
    kills.kills === boundaries
      ? `each of ${formatCount(boundaries)} boundaries`
      : `${formatCount(kills.kills)} of ${formatCount(boundaries)} boundaries, ${kills.stopped ? 'until it was stopped' : 'evenly spread'}`;
  // One crash without faults is what the plan counts.
  const more = inDoubtAtMost > planned ? ', faults and second kills included' : '';
  const again = twice === 0 ? '' : `; ${formatCount(twice)} killed a second time soon after`;
  const broken = [
    ...wrongs(kills, showNumbers),
    ...kills.broken.slice(0, shownAtMost).map((breach) => `audit, ${breach}`),
  ];
  const doubts = inDoubtAtMost === 0 ? 'no jobs in doubt' : `up to ${formatJobs(inDoubtAtMost)} in doubt${more}`;
  return [
    {
      words: `Killed and resumed at ${which} (one rehearsal per boundary${again}): ${broken.length === 0 ? 'no duplicates, nobody missing' : 'guarantees broken'}; ${doubts}.`,
      items: broken,
    },
  ];
}

function wrongs(
  { duplicated, lost, unrecorded }: Pick<Comparison, 'duplicated' | 'lost' | 'unrecorded'>,
  showNumbers: boolean,
): readonly string[] {
  return [
    ...named('reached twice', duplicated, showNumbers),
    ...named('accepted but not reached', lost, showNumbers),
    ...named('reached but recorded as not reached', unrecorded, showNumbers),
  ];
}

function named(words: string, addresses: readonly JobAddress[], showNumbers: boolean): readonly string[] {
  return addresses.length === 0 ? [] : [`${words}: ${someAddresses(addresses, showNumbers, shownAtMost)}`];
}
