/**
 * Why a job will not be started: stable words for machines, `word` or `word:detail`. The table below is the whole list;
 * additions are minor, a changed meaning is a new major.
 */
export const dropReasons = {
  noTimezone: 'the audience has no time zone for them',
  unknownTimezone: 'their time zone is none that exists',
  missing: 'a value that the text needs is missing: `%`',
  noOutput: 'step `%` gave nothing for them',
  onlyIf: 'step `%` did not come to the outcome that is asked for',
  noSession: 'they have never written, so no WhatsApp session is open',
  badLastInbound: 'the time of their last message cannot be read',
  futureLastInbound: 'the time of their last message lies in the future',
  sessionClosed: 'their 24-hour WhatsApp session closes before they could be reached',
  ends: 'the campaign ends first',
  until: 'the time that the step has (`until`) ends first',
  expires: 'the code is of no more use',
  noOpening: 'the window never opens',
  notNeeded: 'nothing went wrong, so the step is not needed',
  notInPlan: 'the approved plan does not start it',
} as const;

export type DropWord = keyof typeof dropReasons;
export type DropReason = DropWord | `${DropWord}:${string}`;

/** The sentence for people; a word that this version does not know stands for itself. */
export function dropSentence(reason: string): string {
  const colon = reason.indexOf(':');
  const word = colon === -1 ? reason : reason.slice(0, colon);
  if (!(word in dropReasons)) return reason;
  return dropReasons[word as DropWord].replace('%', reason.slice(colon + 1));
}

/** Whether the reason is what another step came to: it may come to something else than was planned. */
export function isConditional(reason: string): boolean {
  return reason === 'notNeeded' || reason.startsWith('onlyIf:') || reason.startsWith('noOutput:');
}

/** A deadline that passed makes a job `expired`; everything else was a judgement: `skipped`. */
export function dropState(reason: DropReason): 'skipped' | 'expired' {
  return reason === 'ends' || reason === 'until' || reason === 'expires' ? 'expired' : 'skipped';
}
