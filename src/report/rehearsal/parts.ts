import type { LeftOutRows } from '../../campaign/audiences/left-out-rows.ts';
import type { Campaign } from '../../campaign/campaign.ts';
import { type JobAddress, parseAddress } from '../../job/address.ts';
import type { JobRecord } from '../../job/job.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Summary } from '../../run/event.ts';
import type { StepSummary } from '../../run/summary.ts';
import type { AuditTextInput } from '../audit/text.ts';
import { shownAddress, shownReason } from '../mask.ts';
import { formatCount, formatJobs, formatWorse } from '../plan/words.ts';
import { formatReason } from '../reason-text.ts';
import type { ShownWave } from '../run/wave-text.ts';
import { stepNames } from '../step-name.ts';
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
  /** What the auditor found in the sandbox's request log. */
  readonly audit: AuditTextInput;
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

/** How often each of some things happened, under a title. */
export interface Tally {
  readonly title: string;
  readonly lines: readonly { readonly what: string; readonly times: number }[];
  /** What there is to say where there is none. */
  readonly none?: string;
}

/** Who is left out, what was rejected, and what went wrong on purpose, as far as there is something to say. */
export function tallies(report: RehearsalReport): readonly Tally[] {
  return [
    leftOutJobs(report),
    rejections(report),
    { title: 'Injected faults', lines: report.comparison.faults },
  ].filter(({ lines, none }) => lines.length > 0 || none !== undefined);
}

/** Reasons of those who are left out, by step. */
function leftOutJobs({ campaign, records, showNumbers }: RehearsalReport): Tally {
  const name = stepNames(campaign.steps);
  const reasons = new Map<string, number>();
  for (const { step, state, reason = '' } of records) {
    if (state !== 'skipped' && state !== 'expired') continue;
    const line = `${name(step)}, ${state}: ${shownReason(formatReason(reason), showNumbers)}`;
    reasons.set(line, (reasons.get(line) ?? 0) + 1);
  }
  return { title: 'Left out', lines: [...reasons].map(([what, times]) => ({ what, times })) };
}

/** By the sandbox, and by `expect`, whose step is rejected although the sandbox answered 0. */
function rejections({ campaign, comparison, records, showNumbers }: RehearsalReport): Tally {
  const name = stepNames(campaign.steps);
  const lines = comparison.refusals.map(({ operation, code, what, times }) => ({
    what: `${operation} ${code} ${what}`.trimEnd(),
    times,
  }));
  for (const { step, state, code, reason = '' } of records)
    if (state === 'rejected' && code === '0')
      lines.push({ what: `${name(step)}: ${shownReason(formatReason(reason), showNumbers)}`, times: 1 });
  return { title: 'Rejected, whether retried or not', lines, none: 'No requests were rejected.' };
}

/** What the worst crash leaves for a person to decide. */
export function crashWords(report: RehearsalReport): string {
  const { inDoubtAtMost } = report;
  const late = formatWorse(report);
  return inDoubtAtMost === 0
    ? `One crash leaves no jobs in doubt: every request can be retried without reaching anyone twice${late}.`
    : `One crash leaves up to ${formatJobs(inDoubtAtMost)} in doubt${late}.`;
}

/** How the state and what the sandbox did agree; what is wrong is indented. */
export function ledgerWords({ comparison, showNumbers }: RehearsalReport): string[] {
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

/** What killing it everywhere showed; empty where that was not asked for. */
export function killWords(report: RehearsalReport): string[] {
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
