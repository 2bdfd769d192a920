import { formatCount } from '../../diagnostic/count-words.ts';
import { grouped } from '../../diagnostic/grouped.ts';
import type { StepDifference } from '../../plan/difference/compare-people.ts';
import { shownReason } from '../mask.ts';
import { formatDayTime, formatJobs } from '../plan/words.ts';
import { formatReason } from '../reason-text.ts';

/** Why a job of an approved plan is not in the plan of now: an audience with any other change has another digest. */
export type WhyGone = 'personForgotten' | 'stepBlocked';

/**
 * What has become of the jobs that an approved plan starts, and that are still to do, because it is carried out at another time than the
 * one for which it was made. One line; undefined where every job starts as planned.
 */
export function clockToText(steps: readonly StepDifference[], toDo: number, timezone: string): string | undefined {
  const moved = steps.flatMap((step) => step.moved);
  const later = moved.filter(({ from, to }) => to > from);
  const earlier = moved.filter(({ from, to }) => to < from);
  const latest = later.reduce((most, { to }) => Math.max(most, to), Number.NEGATIVE_INFINITY);
  const first = earlier.reduce((least, { to }) => Math.min(least, to), Number.POSITIVE_INFINITY);
  const dropped = grouped(
    steps.flatMap((step) => step.dropped),
    ({ reason }) => reason,
  );
  const of = (count: number): string => `${formatCount(count)} of ${formatJobs(toDo)}`;
  const parts = [
    ...(later.length === 0
      ? []
      : [`${of(later.length)} now start later, the last at ${formatDayTime(latest, timezone)}`]),
    ...(earlier.length === 0
      ? []
      : [`${of(earlier.length)} now start earlier, the first at ${formatDayTime(first, timezone)}`]),
    ...[...dropped].map(([reason, jobs]) => `${formatCount(jobs.length)} ${formatDropped(reason)}`),
  ];
  return parts.length === 0 ? undefined : `Compared with the approved plan: ${parts.join('; ')}.`;
}

/** Of who was forgotten since, and of steps that are blocked, the plan of now has no jobs. */
const goneWords: Readonly<Record<WhyGone, string>> = {
  personForgotten: 'will not be sent: they asked to be forgotten',
  stepBlocked: 'cannot start: their step is blocked',
};

function formatDropped(reason: string): string {
  if (reason === 'ends' || reason === 'until') return `no longer fit before \`${reason}\``;
  return goneWords[reason as WhyGone] ?? `no longer start: ${shownReason(formatReason(reason), false)}`;
}
