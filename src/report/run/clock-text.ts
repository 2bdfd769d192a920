import { formatCount } from '../../diagnostic/count-words.ts';
import type { ClockDifference } from '../../plan/saved/clock-difference.ts';
import type { Instant } from '../../platform/ports.ts';
import { shownReason } from '../mask.ts';
import { formatDayTime, formatJobs } from '../plan/words.ts';
import { formatReason } from '../reason-text.ts';

/** One line; undefined where every job starts as planned. */
export function clockToText(difference: ClockDifference, timezone: string): string | undefined {
  const { toDo, later, earlier, dropped, forgotten, blocked } = difference;
  const latest = later.reduce<Instant>((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const first = earlier.reduce<Instant>((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const of = (count: number): string => `${formatCount(count)} of ${formatJobs(toDo)}`;
  const parts = [
    ...(later.length === 0
      ? []
      : [`${of(later.length)} now start later, the last at ${formatDayTime(latest, timezone)}`]),
    ...(earlier.length === 0
      ? []
      : [`${of(earlier.length)} now start earlier, the first at ${formatDayTime(first, timezone)}`]),
    ...[...dropped].map(([reason, count]) => `${formatCount(count)} ${formatDropped(reason)}`),
    ...(forgotten === 0 ? [] : [`${formatCount(forgotten)} will not be sent: they asked to be forgotten`]),
    ...(blocked === 0 ? [] : [`${formatCount(blocked)} cannot start: their step is blocked`]),
  ];
  return parts.length === 0 ? undefined : `Compared with the approved plan: ${parts.join('; ')}.`;
}

function formatDropped(reason: string): string {
  if (reason === 'ends' || reason === 'until') return `no longer fit before \`${reason}\``;
  return `no longer start: ${shownReason(formatReason(reason), false)}`;
}
