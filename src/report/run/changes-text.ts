import { formatCount } from '../../diagnostic/count-words.ts';
import { grouped } from '../../diagnostic/grouped.ts';
import type { JobAddress } from '../../job/address.ts';
import { renameRemedy, renameWords, type UnclearRename } from '../../plan/begun.ts';
import type { StepDifference } from '../../plan/difference/plan-difference.ts';
import type { Edits } from '../../run/resume/edits.ts';
import { shownReason, someAddresses } from '../mask.ts';
import { formatDayTime, formatJobs } from '../plan/words.ts';
import { formatReason } from '../reason-text.ts';

const shown = 3;

/** What was edited during the run; empty when none of it concerns what has been sent. */
export function editsToText(edits: Edits, showNumbers: boolean): string {
  const { changedAfterSent, gone, lostSteps, removedInFlight, unclear } = edits;
  const lines: string[] = [];
  if (changedAfterSent.length > 0) {
    lines.push(
      `Edited after they were sent, and not sent again: ${formatJobs(changedAfterSent.length)}${some(changedAfterSent, showNumbers)}.`,
    );
  }
  if (gone.length > 0) {
    lines.push(`Already reached, but no longer in the audience: ${formatJobs(gone.length)}${some(gone, showNumbers)}.`);
  }
  if (removedInFlight.length > 0) {
    lines.push(`Removed from the campaign while unanswered, and now in doubt: ${formatJobs(removedInFlight.length)}.`);
  }
  const named = new Set(unclear.map(({ lost }) => lost));
  for (const step of lostSteps) {
    if (!named.has(step)) lines.push(`Step \`${step}\` is no longer in the file; its records are kept.`);
  }
  lines.push(...unclear.map(renameText));
  return lines.map((line) => `${line}\n`).join('');
}

export function renameText(rename: UnclearRename): string {
  return `${renameWords(rename)}. ${renameRemedy(rename)}.`;
}

/** What a plan says of a run that goes on: one sentence, or none when there is nothing of the kind. */
export function formatEditedInFlight(addresses: readonly JobAddress[] = [], showNumbers: boolean): readonly string[] {
  if (addresses.length === 0) return [];
  const who = `${formatJobs(addresses.length)}${some(addresses, showNumbers)}`;
  return [
    `Edited or removed after an attempt whose answer was lost: ${who}. ${addresses.length === 1 ? 'It is' : 'They are'} not sent again unless you undo the edit first.`,
  ];
}

function some(addresses: readonly JobAddress[], showNumbers: boolean): string {
  return ` (${someAddresses(addresses, showNumbers, shown)})`;
}

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
