/**
 * Why a job will not be started: stable words for machines, `word` or `word:detail`. The table below is the whole list;
 * additions are a minor version, a changed meaning is a major one.
 */
export const dropReasons = {
  noTimezone: 'the audience has no time zone for them',
  unknownTimezone: 'unknown time zone',
  missing: 'missing value: `%`',
  noOutput: 'step `%` has no output for them',
  onlyIf: 'step `%` did not have the required outcome',
  noSession: 'they have never written, so no WhatsApp session is open',
  badLastInbound: 'the time of their last message cannot be read',
  futureLastInbound: 'the time of their last message is in the future',
  sessionClosed: 'their 24-hour WhatsApp session closes before they could be reached',
  ends: 'the campaign ends first',
  until: 'the step’s `until` passes first',
  expires: 'the code would have expired',
  noOpening: 'the window never opens',
  notNeeded: 'nothing failed, so the step is not needed',
  notInPlan: 'it is not in the approved plan',
} as const;

export type DropWord = keyof typeof dropReasons;
export type DropReason = DropWord | `${DropWord}:${string}`;

/** The sentence for people; an unknown word is returned as it is. */
export function dropSentence(reason: string): string {
  const colon = reason.indexOf(':');
  const word = colon === -1 ? reason : reason.slice(0, colon);
  if (!(word in dropReasons)) return reason;
  return dropReasons[word as DropWord].replace('%', reason.slice(colon + 1));
}

/** Whether the reason is another step's outcome, which may differ from the planned one. */
export function isConditional(reason: string): boolean {
  return reason === 'notNeeded' || reason.startsWith('onlyIf:') || reason.startsWith('noOutput:');
}

/** A deadline that passed makes a job `expired`, every other reason `skipped`. */
export function dropState(reason: DropReason): 'skipped' | 'expired' {
  return reason === 'ends' || reason === 'until' || reason === 'expires' ? 'expired' : 'skipped';
}
