import type { LeftOutRows } from '../../campaign/audiences/left-out-rows.ts';
import type { Campaign } from '../../campaign/campaign.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { JobAddress } from '../../job/address.ts';
import { parseAddress } from '../../job/address.ts';
import type { JobRecord } from '../../job/job.ts';
import { formatMoney } from '../../plan/budget.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Summary } from '../../run/event.ts';
import type { StepSummary } from '../../run/summary.ts';
import { formatLeftOut } from '../left-out-text.ts';
import { shownAddress, shownReason } from '../mask.ts';
import { formatCount, formatDayTime, formatJobs, formatWorse } from '../plan/words.ts';
import { formatReason } from '../reason-text.ts';
import { summaryTable } from '../run/summary-text.ts';
import { type ShownWave, waveLines } from '../run/wave-text.ts';
import { shortStepName, stepNames } from '../step-name.ts';
import type { Comparison } from './compare.ts';

/** The result of a rehearsal, for people. */
export interface RehearsalReport {
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
  readonly waves: readonly ShownWave[];
  readonly comparison: Comparison;
  readonly cost: number;
  /** The worst that one crash can leave for a person to decide. */
  readonly inDoubtAtMost: number;
  readonly inDoubtIfLate?: number;
  readonly inDoubtIfEdited?: number;
  readonly kills?: KillFindings;
  /** The auditor's own page. */
  readonly audit: string;
  readonly endedWords: string;
  readonly showNumbers: boolean;
}

/** What a process killed at every boundary in turn leaves. */
export interface KillFindings {
  /** Rehearsals, each of which died once at least. */
  readonly kills: number;
  /** It was stopped before it was killed at every chosen boundary. */
  readonly stopped?: true;
  readonly boundaries: number;
  /** Of them, those that died a second time. */
  readonly twice: number;
  readonly duplicated: readonly JobAddress[];
  readonly lost: readonly JobAddress[];
  readonly unrecorded: readonly JobAddress[];
  /** Breaches that the auditor found. */
  readonly broken: readonly string[];
  readonly inDoubtAtMost: number;
}

const shownAtMost = 10;

export function rehearsalToText(report: RehearsalReport): string {
  const { campaign, scenario, seed, from, to, requests, summary, steps } = report;
  const { timezone } = campaign;
  return `${[
    `${visibleLine(campaign.title)}: rehearsal, scenario ${scenario}, seed ${seed}`,
    `${formatDayTime(from, timezone, true)} to ${formatDayTime(to, timezone, true)} (${timezone}), in virtual time; ${formatCount(requests)} ${requests === 1 ? 'request' : 'requests'} to the sandbox, none to the real service.`,
    '',
    summaryTable(steps, summary),
    '',
    ...whoGetsWhat(report),
    ...waveWords(report),
    ...whoDoesNot(report),
    ...unreadableRows(report),
    ...rejections(report),
    ...injectedFaults(report),
    `Cost: ${formatMoney(report.cost, campaign.currency)} at the sandbox’s prices.`,
    crashWords(report),
    '',
    ...ledgerWords(report),
    ...killWords(report),
    '',
    report.audit.trimEnd(),
    '',
    report.endedWords,
  ].join('\n')}\n`;
}

function waveWords({ waves, campaign }: RehearsalReport): readonly string[] {
  const lines = waveLines(waves, campaign.timezone, stepNames(campaign.steps));
  return lines.length === 0 ? [] : [...lines, ''];
}

function whoGetsWhat({ campaign, comparison }: RehearsalReport): string[] {
  const { timezone } = campaign;
  const width = Math.max('step'.length, ...campaign.steps.map((step) => shortStepName(step).length));
  const rows = campaign.steps.flatMap((step) => {
    const reached = comparison.reached.get(step.id);
    if (reached === undefined) return [];
    const { jobs, first, last } = reached;
    return [
      `  ${shortStepName(step).padEnd(width)}${formatCount(jobs).padStart(9)}  ${formatDayTime(first, timezone, true)}  ${formatDayTime(last, timezone, true)}`,
    ];
  });
  if (rows.length === 0) return ['Nobody was contacted.', ''];
  const wide = formatDayTime(0, timezone, true).length + 1;
  return [
    'In the sandbox’s ledger:',
    `  ${'step'.padEnd(width)}${'reached'.padStart(9)}  ${'first'.padEnd(wide)}  last`,
    ...rows,
    '',
  ];
}

/** Reasons of those who are left out, by step. */
function whoDoesNot({ campaign, records, showNumbers }: RehearsalReport): string[] {
  const name = stepNames(campaign.steps);
  const reasons = new Map<string, number>();
  for (const { step, state, reason = '' } of records) {
    if (state !== 'skipped' && state !== 'expired') continue;
    const line = `${name(step)}, ${state}: ${shownReason(formatReason(reason), showNumbers)}`;
    reasons.set(line, (reasons.get(line) ?? 0) + 1);
  }
  return section(
    'Left out:',
    [...reasons].map(([what, times]) => ({ what, times })),
  );
}

function unreadableRows({ leftOut }: RehearsalReport): string[] {
  return leftOut.length === 0 ? [] : [...formatLeftOut(leftOut).map((line) => `${line}.`), ''];
}

/** By the sandbox, and by `expect`, whose step is rejected although the sandbox answered 0. */
function rejections({ campaign, comparison, records, showNumbers }: RehearsalReport): string[] {
  const name = stepNames(campaign.steps);
  const lines = comparison.refusals.map(({ operation, code, what, times }) => ({
    what: `${operation} ${code} ${what}`.trimEnd(),
    times,
  }));
  for (const { step, state, code, reason = '' } of records)
    if (state === 'rejected' && code === '0')
      lines.push({ what: `${name(step)}: ${shownReason(formatReason(reason), showNumbers)}`, times: 1 });
  return lines.length === 0 ? ['No requests were rejected.', ''] : section('Rejected, whether retried or not:', lines);
}

function injectedFaults({ comparison }: RehearsalReport): string[] {
  return section('Injected faults:', comparison.faults);
}

function section(title: string, lines: readonly { readonly what: string; readonly times: number }[]): string[] {
  if (lines.length === 0) return [];
  const rows = lines.map(({ what, times }) => `  ${formatCount(times).padStart(7)} × ${what}`);
  return [title, ...rows, ''];
}

function crashWords(report: RehearsalReport): string {
  const { inDoubtAtMost } = report;
  const late = formatWorse(report);
  return inDoubtAtMost === 0
    ? `One crash leaves no jobs in doubt: every request can be retried without reaching anyone twice${late}.`
    : `One crash leaves up to ${formatJobs(inDoubtAtMost)} in doubt${late}.`;
}

function ledgerWords({ comparison, showNumbers }: RehearsalReport): string[] {
  const { duplicated, resent, lost, unrecorded, unmatched, doubtsArrived, doubtsNot } = comparison;
  const list = (words: string, addresses: readonly JobAddress[]): string[] =>
    addresses.length === 0 ? [] : [`  ${words}: ${formatAddresses(addresses, showNumbers)}`];
  const doubts = doubtsArrived.length + doubtsNot.length;
  const faults = duplicated.length + lost.length + unrecorded.length + unmatched;
  return [
    faults === 0
      ? 'State and ledger, compared by recipient: no duplicates, nobody missing.'
      : 'State and ledger, compared by recipient, disagree:',
    ...list('reached twice', duplicated),
    ...list('accepted but not reached', lost),
    ...list('reached but recorded as not reached', unrecorded),
    ...(unmatched > 0 ? [`  effects without a job: ${formatCount(unmatched)}`] : []),
    ...list('reached twice, as `onUnknown: resend` allows', resent),
    ...(doubts > 0 ? [`  in doubt: ${formatJobs(doubts)} (${formatCount(doubtsArrived.length)} arrived)`] : []),
  ];
}

function killWords(report: RehearsalReport): string[] {
  const { kills, showNumbers } = report;
  if (kills === undefined) return [];
  const { duplicated, lost, unrecorded, broken, inDoubtAtMost } = kills;
  const faults = duplicated.length + lost.length + unrecorded.length + broken.length;
  const which =
    kills.kills === kills.boundaries
      ? `each of ${formatCount(kills.boundaries)} boundaries`
      : `${formatCount(kills.kills)} of ${formatCount(kills.boundaries)} boundaries, ${kills.stopped ? 'until it was stopped' : 'evenly spread'}`;
  const list = (words: string, addresses: readonly JobAddress[]): string[] =>
    addresses.length === 0 ? [] : [`  ${words}: ${formatAddresses(addresses, showNumbers)}`];
  // One crash without faults is what the plan counts.
  const more = inDoubtAtMost > report.inDoubtAtMost ? ', faults and second kills included' : '';
  const again = kills.twice === 0 ? '' : `; ${formatCount(kills.twice)} killed a second time soon after`;
  return [
    `Killed and resumed at ${which} (one rehearsal per boundary${again}): ${faults === 0 ? 'no duplicates, nobody missing' : 'guarantees broken'}; ${inDoubtAtMost === 0 ? 'no jobs in doubt' : `up to ${formatJobs(inDoubtAtMost)} in doubt${more}`}.`,
    ...list('reached twice', duplicated),
    ...list('accepted but not reached', lost),
    ...list('reached but recorded as not reached', unrecorded),
    ...broken.slice(0, shownAtMost).map((breach) => `  audit, ${breach}`),
  ];
}

function formatAddresses(addresses: readonly JobAddress[], showNumbers: boolean): string {
  const shown = addresses.slice(0, shownAtMost).map((address) => {
    const job = parseAddress(address);
    return job === undefined ? address : shownAddress(job, showNumbers);
  });
  const more = addresses.length > shownAtMost ? `, and ${formatCount(addresses.length - shownAtMost)} more` : '';
  return `${shown.join(', ')}${more}`;
}
