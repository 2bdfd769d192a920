/**
 * Why a job will not be started. The words are stable, for machines; a saved plan and the state file have them as
 * `word` or `word:detail`. This table is the whole list: additions are a minor version, a changed meaning is a major one.
 */
export const dropMeanings = {
  noTimezone: 'the audience has no time zone for them',
  unknownTimezone: 'unknown time zone',
  missing: 'missing value: `%`',
  badValue: 'a template cannot use their value: `%`',
  noOutput: 'step `%` has no output for them',
  onlyIf: 'step `%` had a different outcome for them',
  instead: 'step `%` has reached them instead, or may have',
  onFailure: 'step `%` has reached them after a failure, or may have',
  depends: 'it depends on the result of step `%`',
  undecided: 'step `%` is in doubt for them, so they wait for the decision',
  noSession: 'they have never messaged you, so no WhatsApp session is open',
  badLastInbound: 'the time of their last message cannot be read',
  futureLastInbound: 'the time of their last message is in the future',
  sessionClosed: 'their 24-hour WhatsApp session is over before their turn',
  ends: 'the campaign ends first',
  until: 'the step’s `until` passes first',
  expires: 'the code would have expired',
  noOpening: 'the window never opens',
  notNeeded: 'nothing failed, so the step is not needed',
  notInPlan: 'it is not in the approved plan',
  capped: 'the cap `%` leaves no room for them in time',
  suppressed: 'they must not be contacted: %',
  noConsent: 'no consent to `%` is recorded',
  forgotten: 'they asked to be forgotten',
} as const;

export type DropWord = keyof typeof dropMeanings;

export interface DropReason {
  readonly word: DropWord;
  /** What its meaning has in the place of `%`: a column, a step, a cap, the reason of the suppression, a purpose. */
  readonly detail?: string;
}

/** As a plan, an event and the state file have it. */
export function dropText({ word, detail }: DropReason): string {
  return detail === undefined ? word : `${word}:${detail}`;
}

/** Equal reasons as one object: there may be a million. */
export function createEqualReasons(): (reason: DropReason) => DropReason {
  const reasons = new Map<string, DropReason>();
  return (reason) => {
    const text = dropText(reason);
    const known = reasons.get(text) ?? reason;
    reasons.set(text, known);
    return known;
  };
}

/** The only reader of such texts; undefined for a reason in words, such as the service's. */
export function readDrop(text: string): DropReason | undefined {
  const [name = '', ...rest] = text.split(':');
  if (!Object.hasOwn(dropMeanings, name)) return undefined;
  const word = name as DropWord;
  return dropMeanings[word].includes('%') ? { word, detail: rest.join(':') } : { word };
}

/** The reason in English, without an end mark. */
export function dropMeaning({ word, detail = '' }: DropReason): string {
  return dropMeanings[word].replace('%', () => detail);
}

/** Whether the reason is a result of another step that is not known yet: a plan takes it that everything is accepted. */
export function isConditional({ word }: DropReason): boolean {
  return word === 'depends' || word === 'undecided';
}

/** Whether the job has no outcome that another step may ask for: a decision or another plan may start it, or its people were reached because of a failure. */
export function hasNoOutcome({ word }: DropReason): boolean {
  return word === 'undecided' || word === 'notInPlan' || word === 'onFailure';
}

/** Whether the step was for others (`onlyIf`, `runs: on-failure`): nothing that anybody misses. */
export function isNotNeeded({ word }: DropReason): boolean {
  return word === 'notNeeded' || word === 'onlyIf';
}

/** A deadline that passed makes a job `expired`, every other reason `skipped`. */
export function dropState({ word }: DropReason): 'skipped' | 'expired' {
  return word === 'ends' || word === 'until' || word === 'expires' ? 'expired' : 'skipped';
}

/** A job that will not be started, and how that is recorded. */
export interface Dropped {
  /** `inDoubt` where an earlier attempt may have counted: a person who may have been reached is not called expired. */
  readonly state: 'skipped' | 'expired' | 'inDoubt';
  readonly reason: DropReason;
}

/** As it is recorded. */
export function recordedReason({ state, reason }: Dropped): string {
  return state === 'inDoubt' ? `an answer was lost, and ${dropMeaning(reason)}` : dropText(reason);
}

/** Why a step does not open: a step that it needs, and what became of that. */
export interface BlockReason {
  readonly need: string;
  readonly became: (typeof failures)[number];
}

const failures = [
  'rejected',
  'inDoubt',
  'skipped',
  'expired',
  'cancelled',
  'notNeeded',
  'blocked',
  'stopped',
  'reachesOthers',
  'notInPart',
  'doneInPart',
] as const;

/** Whether a step is kept for later only because a run or a plan is limited to some recipients. */
export function isKeptByPart(reason: BlockReason | undefined): boolean {
  const became = reason?.became;
  return became === 'reachesOthers' || became === 'notInPart' || became === 'doneInPart';
}

/** As an event has it: `funds:rejected`. */
export function blockText({ need, became }: BlockReason): string {
  return `${need}:${became}`;
}

/** The only reader of such texts. */
export function readBlock(text: string): BlockReason | undefined {
  const colon = text.lastIndexOf(':');
  const became = failures.find((failure) => failure === text.slice(colon + 1));
  return colon === -1 || became === undefined ? undefined : { need: text.slice(0, colon), became };
}
