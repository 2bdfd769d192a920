import type { Roster } from '../audience/roster.ts';
import type { Campaign, Step } from '../campaign/campaign.ts';
import type { Instant } from '../platform/ports.ts';
import { instantOf } from '../time/local-time.ts';
import type { AudienceTimes } from './audience-times.ts';
import type { Pace } from './pace.ts';
import type { HeldBy, StepProgress } from './scheduler.ts';
import type { StepJobs } from './step-jobs.ts';
import type { StepQueue } from './step-queue.ts';

/**
 * One step on its way.
 *
 *   waiting --- needs finished, delay, starts, at ---> open --- nothing pending, nothing in flight ---> finished
 *      |  |                                             |
 *      |  +--- runs on failure, nothing failed ---> notNeeded
 *      |                                                +--- cannot succeed ---> stopped
 *      +------ a need failed, or is in doubt ---> blocked
 */
export interface StepState {
  readonly step: Step;
  /** Its place in the file, from 0. */
  readonly index: number;
  readonly roster: Roster | undefined;
  readonly times: AudienceTimes;
  readonly jobs: StepJobs;
  readonly pace: Pace | undefined;
  /** Steps that must have ended before this one opens. */
  needs: readonly StepState[];
  /** Steps that wait for this one to end, and how many this one still waits for. */
  readonly neededBy: StepState[];
  openNeeds: number;
  /** The steps that wait for it know that it has ended. */
  hasEnded: boolean;
  status: StepProgress['state'];
  reason?: string;
  /** When it may open, known once its needs have ended, and what it waited for last. */
  opensAt?: Instant;
  opensHeldBy?: HeldBy;
  queue?: StepQueue;
  inFlight: number;
  startedAt: Instant | undefined;
  endedAt: Instant | undefined;
  /** For the order between steps whose deadlines are equal: the one that has started least goes first. */
  started: number;
  /** First starts of jobs in flight or to be retried, where a code expires. */
  readonly firstStarts: Map<number, Instant>;
}

/** A job of it was settled, or judged, at `at`: what counts its delay from the step's end counts from the latest of these. */
export function endNotBefore(line: StepState, at: Instant): void {
  line.endedAt = Math.max(line.endedAt ?? line.jobs.lastSettled ?? at, at);
}

export type StepEnd = 'well' | 'failed' | 'inDoubt';

/** How the step ended, or undefined while it has not. */
export function endOf(line: StepState): StepEnd | undefined {
  switch (line.status) {
    case 'waiting':
    case 'open':
      return undefined;
    case 'notNeeded':
      return 'well';
    case 'blocked':
      return line.reason?.endsWith(':inDoubt') ? 'inDoubt' : 'failed';
    case 'stopped':
      return line.inFlight > 0 ? undefined : 'failed';
    case 'finished':
      // Every recipient of a `forEach` is settled, also when in doubt. A single job must have been accepted.
      if (line.step.forEach !== undefined) return line.jobs.count('rejected') > 0 ? 'failed' : 'well';
      if (line.jobs.state(0) === 'inDoubt') return 'inDoubt';
      return line.jobs.state(0) === 'accepted' ? 'well' : 'failed';
    default: {
      const never: never = line.status;
      return never;
    }
  }
}

/** Why this need blocks a step: `rejected`, `inDoubt`, `blocked`, …; undefined when it does not. */
function obstacleOf(need: StepState): string | undefined {
  if (need.status === 'finished') {
    if (need.step.forEach !== undefined) return undefined;
    const state = need.jobs.state(0);
    return state === 'accepted' ? undefined : state;
  }
  if (need.status === 'blocked') return endOf(need) === 'inDoubt' ? 'inDoubt' : 'blocked';
  return need.status;
}

/** `funds:rejected` → "`funds` was rejected"; other text is returned as it is. */
export function describeBlock(reason: string): string {
  const colon = reason.lastIndexOf(':');
  const need = reason.slice(0, colon);
  switch (reason.slice(colon + 1)) {
    case 'inDoubt':
      return `\`${need}\` is in doubt: decide with \`callsheet reconcile\``;
    case 'blocked':
    case 'stopped':
      return `\`${need}\` is ${reason.slice(colon + 1)}`;
    case 'rejected':
    case 'expired':
    case 'skipped':
    case 'cancelled':
    case 'notNeeded':
      return `\`${need}\` was ${reason.slice(colon + 1)}`;
    default:
      return reason;
  }
}

/** The next status of a waiting step when all its needs have ended. */
export function evaluateNeeds(line: StepState): {
  readonly status: 'opens' | 'blocked' | 'notNeeded';
  readonly reason?: string;
} {
  const { runs } = line.step;
  if (runs === 'always') return { status: 'opens' };
  if (runs === 'on-failure') {
    const ends = line.needs.map((need) => ({ need, end: endOf(need) }));
    if (ends.some(({ end }) => end === 'failed')) return { status: 'opens' };
    const doubtful = ends.find(({ end }) => end === 'inDoubt');
    return doubtful ? { status: 'blocked', reason: `${doubtful.need.step.id}:inDoubt` } : { status: 'notNeeded' };
  }
  for (const need of line.needs) {
    const obstacle = obstacleOf(need);
    if (obstacle !== undefined) return { status: 'blocked', reason: `${need.step.id}:${obstacle}` };
  }
  return { status: 'opens' };
}

/** The latest of: needs finished and delay past, the campaign's `starts`, the step's `at`. */
export function openingTime(input: {
  readonly campaign: Campaign;
  readonly line: StepState;
  readonly earliest: Instant;
  readonly needsEndedAt: Instant;
}): { readonly at: Instant; readonly heldBy: HeldBy | undefined } {
  const { campaign, line, earliest, needsEndedAt } = input;
  const { step } = line;
  let at = earliest;
  let heldBy: HeldBy | undefined;
  const notBefore = (instant: Instant, by: HeldBy): void => {
    if (instant <= at) return;
    at = instant;
    heldBy = by;
  };
  if (campaign.starts !== undefined) notBefore(instantOf(campaign.starts, campaign.timezone), 'starts');
  if (line.needs.length > 0) notBefore(needsEndedAt, 'needs');
  if (step.delayMs > 0) notBefore(Math.max(needsEndedAt, startsOf(campaign)) + step.delayMs, 'delay');
  if (step.at !== undefined) notBefore(instantOf(step.at, campaign.timezone), 'at');
  return { at, heldBy };
}

/** A delay without needs counts from the campaign's start. */
function startsOf(campaign: Campaign): Instant {
  return campaign.starts === undefined ? Number.NEGATIVE_INFINITY : instantOf(campaign.starts, campaign.timezone);
}

/**
 * Whom a step waits for: its `needs`, and the steps whose outcome or outputs it uses. One that runs on failure or
 * always, and needs nothing, waits for all others that do not wait for it.
 */
export function linkNeeds(lines: readonly StepState[]): void {
  const byId = new Map(lines.map((line) => [line.step.id, line]));
  for (const line of lines) line.needs = neededIds(line.step).flatMap((id) => byId.get(id) ?? []);
  const last = new Set(lines.filter((line) => line.step.runs !== 'on-success' && line.needs.length === 0));
  for (const line of lines) for (const need of line.needs) need.neededBy.push(line);
  const others = lines.filter((line) => !last.has(line));
  for (const line of last) {
    // Asked of each in turn: what the ones before it have come to wait for counts, or two would wait for each other.
    const waiting = waitingForIt(line);
    line.needs = waiting.size === 0 ? others : others.filter((other) => !waiting.has(other));
    for (const need of line.needs) need.neededBy.push(line);
  }
  for (const line of lines) line.openNeeds = line.needs.length;
}

function neededIds(step: Step): readonly string[] {
  const { needs, forEach, reads } = step;
  return [...new Set([...needs, ...(forEach?.onlyIf === undefined ? [] : [forEach.onlyIf.step]), ...reads.steps])];
}

/** The steps that need it, those that need these, and so on. */
function waitingForIt(line: StepState): ReadonlySet<StepState> {
  const found = new Set(line.neededBy);
  for (const one of found) for (const next of one.neededBy) found.add(next);
  return found;
}
