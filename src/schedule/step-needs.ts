import type { Campaign, Step } from '../campaign/campaign.ts';
import type { Instant } from '../platform/ports.ts';
import { concernsNobody, operations, reachesPeople } from '../service/operations/operations.ts';
import { instantOf } from '../time/local-time.ts';
import type { BlockReason } from './reasons.ts';
import { block, endOf, type StepState } from './step-state.ts';
import type { Hold } from './trace.ts';

/**
 * Links each step with those that it waits for: its `needs`, and the steps whose outcome or outputs it uses. One that runs
 * on failure or always, and needs nothing, waits for all others that do not wait for it.
 */
export function linkNeeds(steps: readonly StepState[]): void {
  const byId = new Map(steps.map((state) => [state.step.id, state]));
  for (const state of steps) state.needs = neededIds(state.step).flatMap((id) => byId.get(id) ?? []);
  const last = new Set(steps.filter(({ step, needs }) => step.runs !== 'on-success' && needs.length === 0));
  for (const state of steps) for (const need of state.needs) need.neededBy.push(state);
  const others = steps.filter((state) => !last.has(state));
  for (const state of last) {
    // One after the other: the links of the ones before count, or two steps could wait for each other.
    const waiting = waitingFor(state);
    state.needs = waiting.size === 0 ? others : others.filter((other) => !waiting.has(other));
    for (const need of state.needs) need.neededBy.push(state);
  }
  for (const state of steps) state.openNeeds = state.needs.length;
}

function neededIds(step: Step): readonly string[] {
  const { needs, forEach, reads } = step;
  return [...new Set([...needs, ...(forEach?.onlyIf === undefined ? [] : [forEach.onlyIf.step]), ...reads.steps])];
}

/** The steps that need this one, those that need these, and so on. */
function waitingFor(state: StepState): ReadonlySet<StepState> {
  const found = new Set(state.neededBy);
  for (const one of found) for (const next of one.neededBy) found.add(next);
  return found;
}

/** Steps that reach those whom this one has not reached: what asks for any outcome of it but `accepted`, and what asks so for that. */
export function fallbacksOf(state: StepState): readonly StepState[] {
  const found = new Set([state]);
  for (const { step, neededBy } of found) {
    for (const next of neededBy) {
      const { onlyIf } = next.step.forEach ?? {};
      if (onlyIf?.step === step.id && !onlyIf.outcomes.includes('accepted')) found.add(next);
    }
  }
  found.delete(state);
  return [...found].filter(({ step }) => reachesPeople(step.uses));
}

/**
 * Steps that run because this one failed, or what it needs, and those that run after them: to whom they have sent, this one is not sent as
 * well if what failed is done again and succeeds. The first of them waits for this step, or for single jobs alone without which this one
 * does not start.
 */
export function otherBranchesOf(state: StepState, steps: readonly StepState[]): readonly StepState[] {
  const onFailure = steps.filter(({ step }) => step.runs === 'on-failure');
  if (onFailure.length === 0) return [];
  const waiting = waitingFor(state);
  const required = new Set([state]);
  for (const { step, needs } of required) if (step.runs === 'on-success') for (const need of needs) required.add(need);
  const excludes = ({ needs }: StepState): boolean =>
    needs.every((need) => need.step.forEach === undefined && required.has(need));
  const found = new Set(onFailure.filter((other) => waiting.has(other) || excludes(other)));
  for (const { neededBy } of found) for (const next of neededBy) if (next.step.runs === 'on-success') found.add(next);
  found.delete(state);
  return [...found].filter(({ step }) => reachesPeople(step.uses) && mayReachTheSame(state.step, step));
}

/** Of a step for each recipient, that is seen from their keys. */
function mayReachTheSame(a: Step, b: Step): boolean {
  if (a.forEach !== undefined || b.forEach !== undefined) return a.forEach !== undefined && b.forEach !== undefined;
  const target = ({ uses, with: body }: Step): string => {
    const { recipientField, taskField } = operations[uses];
    return JSON.stringify([uses, body[recipientField ?? taskField ?? '']]);
  };
  return target(a) === target(b);
}

/** What the ends of all its needs mean for a step: it opens, it is blocked, or it is not needed. */
export function evaluateNeeds({ step, needs }: StepState): 'opens' | 'notNeeded' | BlockReason {
  if (step.runs === 'always') return 'opens';
  if (step.runs === 'on-failure') {
    const ends = needs.map(endOf);
    if (ends.includes('failed')) return 'opens';
    const doubtful = needs[ends.indexOf('inDoubt')];
    return doubtful === undefined
      ? 'notNeeded'
      : (blockedByDoubt(doubtful) ?? { need: doubtful.step.id, became: 'inDoubt' });
  }
  for (const need of needs) {
    const became = failureOf(need);
    if (became !== undefined) return blockedByDoubt(need) ?? { need: need.step.id, became };
  }
  return 'opens';
}

/** The doubt that a step waits for, about which a person can decide. */
function blockedByDoubt({ status, blockedBy }: StepState): BlockReason | undefined {
  return status === 'blocked' && blockedBy?.became === 'inDoubt' ? blockedBy : undefined;
}

/** What keeps a step from opening when this one, which it needs, has ended; undefined where nothing does. */
function failureOf(need: StepState): BlockReason['became'] | undefined {
  switch (need.status) {
    case 'finished': {
      const state = need.step.forEach === undefined ? need.jobs.state(0) : 'accepted';
      return state === 'accepted' || state === 'pending' || state === 'sending' ? undefined : state;
    }
    case 'blocked':
    case 'stopped':
    case 'notNeeded':
      return need.status;
    case 'waiting':
    case 'open':
      return undefined;
    default:
      return need.status satisfies never;
  }
}

/** The last of its needs to end; undefined for a step without needs. */
export function lastNeed({ needs }: StepState): StepState | undefined {
  let last = needs[0];
  for (const need of needs) if (need.endedAt! > last!.endedAt!) last = need;
  return last;
}

/** When a step opens whose needs have ended, and what it waits for until then. */
export function openingOf(input: {
  readonly campaign: Campaign;
  readonly state: StepState;
  readonly earliest: Instant;
}): { readonly at: Instant; readonly holds: readonly Hold[] } {
  const { campaign, state, earliest } = input;
  const { step } = state;
  const holds: Hold[] = [];
  let at = earliest;
  const notBefore = (until: Instant, hold: Omit<Hold, 'until'>): void => {
    if (until <= at) return;
    at = until;
    holds.push({ ...hold, until });
  };
  const starts = campaign.starts === undefined ? undefined : instantOf(campaign.starts, campaign.timezone);
  if (starts !== undefined) notBefore(starts, { rule: 'starts', place: ['starts'] });
  const need = lastNeed(state);
  const needEndedAt = need?.endedAt ?? Number.NEGATIVE_INFINITY;
  if (need !== undefined) notBefore(needEndedAt, { rule: 'needs', place: placeIn(step, 'needs'), need: need.step.id });
  // A delay without needs counts from the campaign's start.
  const delayFrom = Math.max(needEndedAt, starts ?? Number.NEGATIVE_INFINITY);
  if (step.delayMs > 0) notBefore(delayFrom + step.delayMs, { rule: 'delay', place: placeIn(step, 'delay') });
  if (step.at !== undefined)
    notBefore(instantOf(step.at, campaign.timezone), { rule: 'at', place: placeIn(step, 'at') });
  return { at, holds };
}

function placeIn({ id }: Step, key: string): readonly string[] {
  return ['steps', id, key];
}

/**
 * Keeps the steps for later that are not about the recipients of the part alone: a step that runs once and may contact somebody,
 * one that runs once after a step for each recipient, and each step that needs one of these. What is done stays done.
 */
export function keepOtherSteps(steps: readonly StepState[], now: Instant): void {
  const keep = (state: StepState, reason: NonNullable<StepState['blockedBy']>): void => block(state, reason, now);
  const isLeft = ({ jobs }: StepState): boolean => jobs.count('pending') > 0 || jobs.lastSettled === undefined;
  for (const state of steps) {
    if (state.step.forEach !== undefined || !isLeft(state)) continue;
    const perRecipient = state.needs.find(({ step }) => step.forEach !== undefined);
    if (!concernsNobody(state.step.uses)) keep(state, { need: state.step.id, became: 'reachesOthers' });
    else if (perRecipient !== undefined) keep(state, { need: perRecipient.step.id, became: 'doneInPart' });
  }
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    for (const state of steps) {
      const need = state.needs.find(({ status }) => status === 'blocked');
      if (need === undefined || state.status === 'blocked' || !isLeft(state)) continue;
      keep(state, { need: need.step.id, became: 'notInPart' });
      hasChanged = true;
    }
  }
}
