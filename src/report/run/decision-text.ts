import { counted, formatCount } from '../../diagnostic/count-words.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { Decision } from '../../job/job.ts';
import type { DecisionGroup, RunAction } from '../../ledger/signed/decision-log.ts';
import type { Instant } from '../../platform/ports.ts';
import { formatInstant } from '../../time/local-time.ts';
import { shownReason } from '../mask.ts';
import { formatDate, formatDayTime } from '../plan/words.ts';

const words: Readonly<Record<Decision['state'], string>> = {
  accepted: 'accepted',
  pending: 'to be sent again',
  cancelled: 'given up',
};

const shownAtMost = 10;

interface Shown {
  readonly timezone: string;
  readonly showNumbers: boolean;
}

/** A sentence for each time that somebody decided upon jobs in doubt, newest first. */
export function decisionLines(groups: readonly DecisionGroup[], shown: Shown): readonly string[] {
  const lines = groups.toReversed().slice(0, shownAtMost);
  const more = groups.length - lines.length;
  return [
    ...lines.map((group) => formatGroup(group, shown)),
    ...(more > 0 ? [`${counted(more, 'earlier decision')}.`] : []),
  ];
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

export function decisionsToJson(decisions: readonly (Decision | DecisionGroup)[], timezone: string): readonly object[] {
  return decisions.map(({ at, ...decision }) => ({ ...decision, at: formatInstant(at, timezone) }));
}
