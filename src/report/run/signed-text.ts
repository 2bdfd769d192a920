import { counted, formatCount } from '../../diagnostic/count-words.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { Decision } from '../../job/job.ts';
import type { Approval, DecisionGroup, RunAction } from '../../ledger/signed.ts';
import type { Instant } from '../../platform/ports.ts';
import { formatInstant } from '../../time/local-time.ts';
import { shownReason } from '../mask.ts';
import { formatDate, formatDayTime } from '../plan/words.ts';

const words: Readonly<Record<Decision['state'], string>> = {
  accepted: 'accepted',
  pending: 'to be sent again',
  cancelled: 'given up',
};

interface Shown {
  readonly timezone: string;
  readonly showNumbers: boolean;
}

/** A sentence for each plan that was approved, and for each time that somebody decided upon jobs in doubt. */
export function signedLines(
  { approvals, decisions }: { readonly approvals: readonly Approval[]; readonly decisions: readonly DecisionGroup[] },
  shown: Shown,
): readonly string[] {
  return [...approvalLines(approvals, shown), ...decisionLines(decisions, shown)];
}

export function approvalLines(approvals: readonly Approval[], shown: Shown): readonly string[] {
  return newestFirst(approvals, { atMost: 5, word: 'approval' }, (one) => formatApproval(one, shown));
}

export function decisionLines(groups: readonly DecisionGroup[], shown: Shown): readonly string[] {
  return newestFirst(groups, { atMost: 10, word: 'decision' }, (one) => formatGroup(one, shown));
}

function newestFirst<Signed>(
  all: readonly Signed[],
  { atMost, word }: { readonly atMost: number; readonly word: string },
  format: (one: Signed) => string,
): readonly string[] {
  const more = all.length - atMost;
  const lines = all.toReversed().slice(0, atMost).map(format);
  return more > 0 ? [...lines, `${counted(more, `earlier ${word}`)}.`] : lines;
}

export function formatApproval({ plan, at, by, comment }: Approval, { timezone, showNumbers }: Shown): string {
  const why = comment === undefined ? '.' : `: ${shownReason(comment, showNumbers)}`;
  return `Plan ${plan.slice(0, 12)} was approved by ${visibleLine(by)} on ${formatDate(at, timezone)}${why}`;
}

const actions: Readonly<Record<RunAction, string>> = {
  start: 'Started',
  pause: 'Paused',
  resume: 'Resumed',
  cancel: 'Cancelled',
  promote: 'Promoted',
};

function formatGroup(
  { at, by, comment, did, promotion, ...counts }: DecisionGroup,
  { timezone, showNumbers }: Shown,
): string {
  const why = comment === undefined ? '.' : `: ${shownReason(comment, showNumbers)}`;
  const when = `by ${visibleLine(by)} on ${formatDate(at, timezone)}`;
  if (did === undefined) return `Decided ${when}, ${decidedCounts(counts)}${why}`;
  const what = promotion === undefined ? '' : ` wave ${promotion.wave + 1} of \`${promotion.step}\``;
  return `${actions[did]}${what} ${when}${why}`;
}

/** `38 accepted, 2 to be sent again`; empty where nothing was decided. */
export function decidedCounts(counts: Readonly<Record<Decision['state'], number>>): string {
  return (['accepted', 'pending', 'cancelled'] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => `${formatCount(counts[state])} ${words[state]}`)
    .join(', ');
}

/** Of one job. */
export function formatDecision(decision: Decision, { timezone, showNumbers }: Shown): string {
  return decisionParts(decision, showNumbers, (at) => formatDayTime(at, timezone, true)).join('');
}

/** `formatDecision` in parts, with its moment as one likes. */
export function decisionParts<Moment>(
  { state, at, by, comment }: Decision,
  showNumbers: boolean,
  moment: (at: Instant) => Moment,
): readonly (string | Moment)[] {
  const why = comment === undefined ? '' : `: ${shownReason(comment, showNumbers)}`;
  return [`${words[state]} by ${visibleLine(by)}, `, moment(at), why];
}

/** Oldest first, as they were made. */
export function signedToJson<Signed extends Approval | Decision | DecisionGroup>(
  signed: readonly Signed[],
  timezone: string,
) {
  return signed.map(({ at, ...one }) => ({ ...one, at: formatInstant(at, timezone) }));
}
