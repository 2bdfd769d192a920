import type { JobState } from '../../job/job.ts';
import type { RequestJson } from '../../report/messages.ts';
import type { WhyJson } from '../../report/plan/why.ts';
import { formatDayTime } from '../../report/plan/words.ts';
import { formatReason } from '../../report/reason-text.ts';
import { decisionParts } from '../../report/run/signed-text.ts';
import { type DropWord, readDrop } from '../../schedule/reasons.ts';
import type { MessagePart } from '../../service/operations/definition/message.ts';
import { type OperationId, operations } from '../../service/operations/operations.ts';
import { type Clock, countryName, isZone } from '../../time/time-zone.ts';
import type { PersonCampaign, PersonStep } from './people-views.ts';
import { inWords, type Moment, type Words } from './words.ts';

export type WhyStepJson = WhyJson['steps'][number];
type HappenedJson = NonNullable<WhyStepJson['happened']>;

interface StoryInput {
  /** Of the run's clock. */
  readonly now: number;
  /** A process carries the run out: without one, what was being sent is in doubt. */
  readonly isUnderWay: boolean;
  /** Handle of a job in doubt. */
  readonly doubtOf: (step: string, attempts: number) => string;
}

/** One campaign's part of what is known of a person, in the order in which it happens. */
export function personStory(
  { timezone, audiences, leftOut, steps }: Pick<WhyJson, 'timezone' | 'audiences' | 'leftOut' | 'steps'>,
  input: StoryInput,
): Pick<PersonCampaign, 'zone' | 'audiences' | 'leftOut' | 'steps'> {
  return {
    zone: pageZone(steps[0]?.zone, timezone),
    audiences: audiences.map(({ name, place, zone, sessionEnds }) => {
      const session =
        sessionEnds === undefined
          ? ''
          : inWords`, WhatsApp session ${Date.parse(sessionEnds) > input.now ? 'ends' : 'ended'} ${moment(sessionEnds, pageZone(zone, timezone))}`;
      return inWords`${name}${place === undefined ? '' : ` (${place})`}${zone === undefined ? '' : `, ${clockWords(zone)}`}${session}`;
    }),
    leftOut: leftOut.flatMap(({ audience, rows }) =>
      rows.map(({ place, detail, by }) => `${audience} (${place}): ${detail}${by === undefined ? '' : ` (${by})`}`),
    ),
    steps: steps.map((step) => stepStory(step, timezone, input)),
  };
}

/** A browser knows no clock of a country with several zones: then times are those of the campaign. */
function pageZone(clock: Clock | undefined, timezone: string): string {
  return clock !== undefined && isZone(clock) ? clock : timezone;
}

function clockWords(clock: Clock): string {
  return isZone(clock) ? clock : `all time zones of ${countryName(clock)}`;
}

function stepStory(step: WhyStepJson, timezone: string, { isUnderWay, doubtOf }: StoryInput): PersonStep {
  const { title, uses, place, at, reason = '', unmet = [], rules, happened } = step;
  const zone = pageZone(step.zone, timezone);
  const own = {
    title: title ?? step.step,
    does: uses === undefined ? '' : operations[uses].words,
    place,
    message: messageParts(uses, step),
    doubt: happened?.state === 'inDoubt' ? { handle: doubtOf(step.step, happened.attempts) } : undefined,
  };
  const isLeftOut = happened?.state === 'skipped' || happened?.state === 'expired';
  // Who was left out is judged again by the next run: a decision, or a corrected file, may have changed it since.
  if (happened !== undefined && !(isLeftOut && at !== undefined)) {
    const judged = isLeftOut && reason !== '' ? { ...happened, reason } : happened;
    const when = happened.at ?? happened.settledAt;
    const hasDied = happened.state === 'sending' && !isUnderWay;
    return {
      ...own,
      ...(hasDied ? outcomes.inDoubt : outcomeOf(happened)),
      at: when === undefined ? undefined : moment(when, zone),
      lines: [...(hasDied ? [processDied] : []), ...outcomeLines(judged, zone)],
    };
  }
  if (at === undefined) {
    const [, blocked] = /^blocked:(.*)$/s.exec(reason) ?? [];
    const why = reason === 'where' ? unmet.join(', ') : (blocked ?? formatReason(reason));
    return {
      ...own,
      state: blocked === undefined ? unsentState(readDrop(reason)?.word) : 'Kept for later',
      tone: 'plain',
      at: undefined,
      lines: why === '' ? [] : [why],
    };
  }
  const lines = rules.map((rule) => {
    const from = rule.place === undefined ? '' : ` (${rule.place})`;
    // One follows from the other, by the second.
    return `${rule.at === undefined ? '' : `${formatDayTime(Date.parse(rule.at), zone, true)}: `}${rule.detail}${from}`;
  });
  return {
    ...own,
    state: 'Planned',
    tone: 'plain',
    at: moment(at, zone),
    lines: isLeftOut ? [judgedAgain, ...lines] : lines,
  };
}

const judgedAgain = 'It was left out before. The next run sends it.';

function unsentState(word: DropWord | undefined): string {
  if (word === 'undecided') return 'Waits for a decision';
  return word === 'depends' ? 'Only as needed' : 'Will not be sent';
}

const processDied =
  'Its process died before the answer came. The next start sends it again if that is safe, or asks for a decision.';

const outcomes: Readonly<Record<JobState, Pick<PersonStep, 'state' | 'tone'>>> = {
  accepted: { state: 'Accepted by the service', tone: 'good' },
  rejected: { state: 'Rejected', tone: 'bad' },
  inDoubt: { state: 'In doubt: it may have arrived', tone: 'ask' },
  sending: { state: 'Under way', tone: 'plain' },
  pending: { state: 'To be sent again', tone: 'plain' },
  skipped: { state: 'Skipped', tone: 'plain' },
  expired: { state: 'Expired', tone: 'bad' },
  cancelled: { state: 'Given up', tone: 'plain' },
};

function outcomeOf({ state, decisions = [] }: HappenedJson): Pick<PersonStep, 'state' | 'tone'> {
  // The service has not said so.
  const decided = decisions.at(-1);
  if (state === 'accepted' && decided !== undefined)
    return { state: `Marked as delivered by ${decided.by}`, tone: 'good' };
  return outcomes[state];
}

function outcomeLines({ attempts, code, reason, decisions = [] }: HappenedJson, zone: string): readonly Words[] {
  return [
    ...(reason === undefined ? [] : [formatReason(reason)]),
    ...(code === undefined || code === '0' ? [] : [`The service answered ${code}.`]),
    ...(attempts > 1 ? [`${attempts} attempts.`] : []),
    ...decisions.map((one) => {
      const decision = { ...one, at: Date.parse(one.at) };
      return inWords`Decided: ${decisionParts(decision, true, (at) => ({ at, zone }))}`;
    }),
  ];
}

/** As a phone shows it; empty where nothing is shown to anybody, or the request is not known. */
export function messageParts(
  uses: OperationId | undefined,
  { request, files = {} }: RequestJson,
): readonly MessagePart[] {
  return uses === undefined || request === undefined ? [] : operations[uses].message({ body: request, files }).parts;
}

function moment(iso: string, zone: string): Moment {
  return { at: Date.parse(iso), zone };
}
