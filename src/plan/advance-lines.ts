import type { Campaign } from '../campaign/campaign.ts';
import type { Instant } from '../platform/ports.ts';
import type { Contacts } from './contacts.ts';
import type { SchedulerInput } from './scheduler.ts';
import { endOf, openingTime, type StepLine, verdictOn } from './step-line.ts';
import { createStepQueue, type Earlier, type StepQueue } from './step-queue.ts';

/** What the steps of one scheduler have in common. */
export interface Course {
  readonly campaign: Campaign;
  readonly isApproved: SchedulerInput['isApproved'];
  readonly createdAt: Instant;
  /** Not after `createdAt`: when the run was carried out for the first time. */
  readonly begunAt: Instant;
  readonly lines: readonly StepLine[];
  readonly contacts: Contacts;
}

/** Moves every step on as far as it goes without starting or dropping anything. */
export function advanceLines(course: Course, now: Instant): void {
  for (let moved = true; moved; ) {
    moved = false;
    for (const line of course.lines) if (advanceLine(course, line, now)) moved = true;
  }
}

function advanceLine(course: Course, line: StepLine, now: Instant): boolean {
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

function judgeNeeds({ campaign, createdAt, begunAt }: Course, line: StepLine, now: Instant): boolean {
  if (line.needs.some((need) => endOf(need) === undefined)) return false;
  if (line.jobs.count('pending') === 0 && line.jobs.lastSettled !== undefined) {
    line.status = 'finished';
    line.endedAt = line.jobs.lastSettled;
    return true;
  }
  const verdict = verdictOn(line);
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

function openQueue({ campaign, isApproved, lines, contacts }: Course, line: StepLine, openedAt: Instant): StepQueue {
  const { step, roster, times, jobs } = line;
  const earlier = (id: string | undefined): Earlier | undefined => {
    const other = lines.find((candidate) => candidate.step.id === id);
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
function indexIn(line: StepLine, other: StepLine): (recipient: number) => number | undefined {
  if (other.roster === undefined) return () => 0;
  if (other.roster === line.roster) return (recipient) => recipient;
  return (recipient) => (line.roster === undefined ? undefined : other.roster?.indexOf(line.roster.key(recipient)));
}
