import type { Campaign } from '../campaign/campaign.ts';
import type { Instant } from '../platform/ports.ts';
import type { Contacts } from './contacts.ts';
import type { SchedulerInput } from './scheduler.ts';
import { createStepQueue, type Earlier, type StepQueue } from './step-queue.ts';
import { endOf, evaluateNeeds, openingTime, type StepState } from './step-state.ts';

/** What the steps of one scheduler have in common. */
export interface SchedulerContext {
  readonly campaign: Campaign;
  readonly isApproved: SchedulerInput['isApproved'];
  readonly createdAt: Instant;
  /** Not after `createdAt`: when the run was carried out for the first time. */
  readonly begunAt: Instant;
  readonly lines: readonly StepState[];
  readonly byId: ReadonlyMap<string, StepState>;
  readonly contacts: Contacts;
  /** Lines to be looked at: something has happened to them, or to what they need. */
  readonly changed: Set<StepState>;
  /** Lines that start or drop something, or open at a known time, in the order of the file. Undefined when one of them has moved on. */
  active: ActiveLines | undefined;
  /** How many of these have been asked for what they drop unasked. */
  judged: number;
  /** Lines that have ended since somebody asked. */
  ended: StepState[];
}

/**
 * Moves every step on as far as it goes without starting or dropping anything. Only what has changed is looked at: a campaign of
 * thousands of steps has few of them open at once.
 */
export function advanceSteps(course: SchedulerContext, now: Instant): void {
  for (const line of activeLines(course).opening) if ((line.opensAt ?? now) <= now) course.changed.add(line);
  for (const line of course.changed) {
    course.changed.delete(line);
    const { status, opensAt } = line;
    if (advanceStep(course, line, now)) course.changed.add(line);
    if (line.status !== status || line.opensAt !== opensAt) course.active = undefined;
    if (line.status !== status && line.status !== 'open') course.ended.push(line);
    tellWaiting(course, line);
  }
}

export interface ActiveLines {
  readonly lines: readonly StepState[];
  /** Of these, by their place among all lines. */
  readonly indices: readonly number[];
  /** Those that will open. */
  readonly opening: readonly StepState[];
}

export function activeLines(course: SchedulerContext): ActiveLines {
  if (course.active !== undefined) return course.active;
  const lines = course.lines.filter(
    ({ status, opensAt, jobs }) =>
      status === 'open' ||
      (status === 'waiting' && opensAt !== undefined) ||
      (status === 'notNeeded' && jobs.count('pending') > 0),
  );
  course.judged = 0;
  course.active = {
    lines,
    indices: lines.map(({ index }) => index),
    opening: lines.filter(({ status }) => status === 'waiting'),
  };
  return course.active;
}

/** The last of its needs has ended: the step that waits for them is looked at. */
function tellWaiting({ changed }: SchedulerContext, line: StepState): void {
  if (line.hasEnded || endOf(line) === undefined) return;
  line.hasEnded = true;
  for (const waiting of line.neededBy) if (--waiting.openNeeds === 0) changed.add(waiting);
}

function advanceStep(course: SchedulerContext, line: StepState, now: Instant): boolean {
  if (line.status === 'open') {
    if (line.inFlight > 0 || line.jobs.count('pending') > 0) return false;
    line.status = 'finished';
    line.endedAt ??= line.jobs.lastSettled ?? line.opensAt ?? now;
    return true;
  }
  if (line.status !== 'waiting') return false;
  if (line.opensAt === undefined && !judgeNeeds(course, line, now)) return false;
  if (line.status !== 'waiting') return true;
  if (line.opensAt === undefined || line.opensAt > now) return false;
  line.status = 'open';
  line.queue = openQueue(course, line, line.opensAt);
  return true;
}

function judgeNeeds({ campaign, createdAt, begunAt }: SchedulerContext, line: StepState, now: Instant): boolean {
  if (line.openNeeds > 0) return false;
  if (line.jobs.count('pending') === 0 && line.jobs.lastSettled !== undefined) {
    line.status = 'finished';
    line.endedAt = line.jobs.lastSettled;
    return true;
  }
  const verdict = evaluateNeeds(line);
  const needsEndedAt = Math.max(...line.needs.map((need) => need.endedAt ?? createdAt), Number.NEGATIVE_INFINITY);
  if (verdict.status === 'opens') {
    // A step for nobody leaves no record: it ends when it could have opened, however often the run has been resumed since.
    const earliest = line.jobs.count('pending') === 0 ? begunAt : createdAt;
    const { at, heldBy } = openingTime({ campaign, line, earliest, needsEndedAt });
    line.opensAt = at;
    if (heldBy !== undefined) line.opensHeldBy = heldBy;
    return true;
  }
  line.status = verdict.status;
  if (verdict.reason !== undefined) line.reason = verdict.reason;
  // It ended when what keeps it from opening did, however often a run has found so since.
  line.endedAt = line.needs.length === 0 ? now : needsEndedAt;
  return true;
}

function openQueue(
  { campaign, isApproved, byId, contacts }: SchedulerContext,
  line: StepState,
  openedAt: Instant,
): StepQueue {
  const { step, roster, times, jobs } = line;
  const earlier = (id: string | undefined): Earlier | undefined => {
    const other = id === undefined ? undefined : byId.get(id);
    return other && { id: other.step.id, jobs: other.jobs, indexOf: indexIn(line, other) };
  };
  const freeAt = contacts.freeAt(line);
  return createStepQueue({
    campaign,
    isApproved,
    step,
    roster,
    times,
    jobs,
    onlyIf: earlier(step.forEach?.onlyIf?.step),
    reads: step.reads.steps.flatMap((id) => earlier(id) ?? []),
    openedAt,
    ...(freeAt === undefined ? {} : { freeAt }),
  });
}

/** From a recipient's place in one step's audience to their place in another's. */
function indexIn(line: StepState, other: StepState): (recipient: number) => number | undefined {
  if (other.roster === undefined) return () => 0;
  if (other.roster === line.roster) return (recipient) => recipient;
  return (recipient) => (line.roster === undefined ? undefined : other.roster?.indexOf(line.roster.key(recipient)));
}
