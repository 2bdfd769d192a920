import type { Roster } from '../audience/roster.ts';
import type { Campaign, Step } from '../campaign/campaign.ts';
import { formatAddress, type JobAddress } from '../job/address.ts';
import type { Instant } from '../platform/ports.ts';
import { instantOf } from '../time/local-time.ts';
import { type AudienceTimes, beginsAfter, noZone, unknownZone } from './audience-times.ts';
import type { DropReason } from './drop-reason.ts';
import type { SchedulerInput } from './scheduler.ts';
import type { StepJobs } from './step-jobs.ts';
import { createZoneQueues } from './zone-queues.ts';

/** What the step may use of another step whose outcome counts. */
export interface Earlier {
  readonly id: string;
  readonly jobs: StepJobs;
  /** Index of this recipient in the other step; undefined when it has none such. */
  indexOf(recipient: number): number | undefined;
}

export interface StepQueueInput {
  readonly campaign: Campaign;
  readonly isApproved: SchedulerInput['isApproved'];
  readonly step: Step;
  readonly roster: Roster | undefined;
  readonly times: AudienceTimes;
  readonly jobs: StepJobs;
  readonly onlyIf: Earlier | undefined;
  readonly reads: readonly Earlier[];
  readonly openedAt: Instant;
  readonly freeAt?: (recipient: number) => Instant;
}

export interface StepQueue extends ReturnType<typeof createZoneQueues> {
  /** Jobs that can be judged without waiting: one after the other; -1 when there are no more. */
  nextDrop(): number;
  dropReason(recipient: number): DropReason;
  /** Why the deadline of this job is what it is. */
  deadlineReason(recipient: number): DropReason;
}

/** Made when a step opens: judges every pending job, and lays the rest in order. */
export function createStepQueue(input: StepQueueInput): StepQueue {
  const { campaign, step, times, jobs, openedAt } = input;
  const judge = createJudge(input);
  const { limit, limitReason } = limitOf(campaign, step);
  const sessions = sessionsOf(step, times);
  const guard = campaign.limits.guardMs;

  const deadlineOf = (index: number): Instant => {
    let deadline = limit;
    if (sessions !== undefined) deadline = Math.min(deadline, sessions[index]! - guard);
    return Math.min(deadline, codeExpires(step, jobs, index));
  };
  const deadlineReason = (index: number): DropReason => {
    const deadline = deadlineOf(index);
    if (deadline === Number.POSITIVE_INFINITY) return 'noOpening';
    if (codeExpires(step, jobs, index) === deadline) return 'expires';
    return sessions !== undefined && sessions[index]! - guard === deadline ? 'sessionClosed' : limitReason;
  };

  const reasons: DropReason[] = [];
  let judged: Uint8Array | undefined;
  const ends = new Uint32Array(times.zones.length);
  const away = new Set(jobs.retries());
  for (let index = 0; index < jobs.size; index++) {
    if (jobs.state(index) !== 'pending') continue;
    const reason = judge(index);
    if (reason === undefined) {
      if (!away.has(index)) ends[times.zoneOf[index]!]!++;
      continue;
    }
    away.delete(index);
    if (!reasons.includes(reason)) reasons.push(reason);
    judged ??= new Uint8Array(jobs.size);
    judged[index] = reasons.indexOf(reason) + 1;
  }
  const isQueued = (index: number): boolean =>
    jobs.state(index) === 'pending' && (judged === undefined || judged[index] === 0) && !away.has(index);
  const order = lay({ size: jobs.size, isQueued, times, sessions, ends, openedAt });
  const queues = createZoneQueues({
    times,
    window: step.window,
    guardMs: guard,
    openedAt,
    deadlineOf,
    order,
    ends,
    ...(input.freeAt === undefined ? {} : { freeAt: input.freeAt }),
  });
  // Whoever would come back after the deadline is given up at the deadline.
  const requeue = (index: number, at: Instant): void => queues.requeue(index, Math.min(at, deadlineOf(index)));
  for (const index of away) requeue(index, jobs.retry(index)?.notBefore ?? openedAt);

  let cursor = 0;
  return {
    ...queues,
    requeue,
    nextDrop() {
      if (judged === undefined) return -1;
      while (cursor < judged.length && judged[cursor] === 0) cursor++;
      return cursor < judged.length ? cursor++ : -1;
    },
    dropReason: (index) => reasons[(judged?.[index] ?? 1) - 1] ?? 'notNeeded',
    deadlineReason,
  };
}

/** Why this recipient gets no job of this step, whatever the hour. */
function createJudge(input: StepQueueInput): (index: number) => DropReason | undefined {
  const { step, roster, times, onlyIf, reads, openedAt, campaign, isApproved } = input;
  const sessions = sessionsOf(step, times);
  const asked = step.forEach?.onlyIf?.outcome;
  const stateOf = (earlier: Earlier, index: number) => {
    const there = earlier.indexOf(index);
    return there === undefined ? undefined : earlier.jobs.state(there);
  };
  return (index) => {
    const zone = times.zoneOf[index];
    if (zone === noZone) return 'noTimezone';
    if (zone === unknownZone) return 'unknownTimezone';
    if (onlyIf !== undefined && stateOf(onlyIf, index) !== asked) return `onlyIf:${onlyIf.id}`;
    for (const earlier of reads) if (stateOf(earlier, index) !== 'accepted') return `noOutput:${earlier.id}`;
    for (const column of roster === undefined ? [] : step.reads.columns) {
      const value = roster?.value(index, column);
      if (value === undefined || value === '') return `missing:${column}`;
    }
    const sessionEnd = sessions?.[index];
    if (sessionEnd !== undefined) {
      if (Number.isNaN(sessionEnd)) return 'badLastInbound';
      if (sessionEnd === Number.NEGATIVE_INFINITY) return 'noSession';
      if (beginsAfter(sessionEnd, openedAt)) return 'futureLastInbound';
      if (sessionEnd - campaign.limits.guardMs <= openedAt) return 'sessionClosed';
    }
    return isApproved === undefined || isApproved(addressOf(step, roster, index)) ? undefined : 'notInPlan';
  };
}

function addressOf({ id }: Step, roster: Roster | undefined, index: number): JobAddress {
  return formatAddress(roster === undefined ? { step: id } : { step: id, key: roster.key(index) });
}

function sessionsOf(step: Step, times: AudienceTimes): Float64Array | undefined {
  return step.uses === 'whatsapp.send' ? times.sessionEnd : undefined;
}

function codeExpires(step: Step, jobs: StepJobs, index: number): Instant {
  if (step.expiresMs === undefined) return Number.POSITIVE_INFINITY;
  const firstAt = jobs.retry(index)?.firstAt;
  return firstAt === undefined ? Number.POSITIVE_INFINITY : firstAt + step.expiresMs;
}

export function limitOf(campaign: Campaign, step: Step): { readonly limit: Instant; readonly limitReason: DropReason } {
  const ends = campaign.ends === undefined ? Number.POSITIVE_INFINITY : instantOf(campaign.ends, campaign.timezone);
  const until = step.until === undefined ? Number.POSITIVE_INFINITY : instantOf(step.until, campaign.timezone);
  return until < ends ? { limit: until, limitReason: 'until' } : { limit: ends, limitReason: 'ends' };
}

/** Recipients by zone, then by the end of their session, then in file order. */
function lay(input: {
  readonly size: number;
  readonly isQueued: (index: number) => boolean;
  readonly times: AudienceTimes;
  readonly sessions: Float64Array | undefined;
  /** In: how many each zone has. Out: where each zone's stretch ends. */
  readonly ends: Uint32Array;
  readonly openedAt: Instant;
}): Uint32Array {
  const { size, isQueued, times, sessions, ends, openedAt } = input;
  const next = new Uint32Array(ends.length);
  let total = 0;
  for (let zone = 0; zone < ends.length; zone++) {
    next[zone] = total;
    total += ends[zone]!;
    ends[zone] = total;
  }
  const order = new Uint32Array(total);
  const put = (index: number): void => {
    const zone = times.zoneOf[index]!;
    order[next[zone]!++] = index;
  };
  if (sessions === undefined) {
    for (let index = 0; index < size; index++) if (isQueued(index)) put(index);
    return order;
  }
  for (const index of byDeadline({ size, total, isQueued, sessions, openedAt })) put(index);
  return order;
}

/** One native sort of numbers of 64 bits: milliseconds until the session ends above, place in the file below. */
function byDeadline(input: {
  readonly size: number;
  readonly total: number;
  readonly isQueued: (index: number) => boolean;
  readonly sessions: Float64Array;
  readonly openedAt: Instant;
}): Uint32Array {
  const { size, total, isQueued, sessions, openedAt } = input;
  const keys = new BigUint64Array(total);
  const halves = new Uint32Array(keys.buffer);
  const low = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? 0 : 1;
  let at = 0;
  for (let index = 0; index < size; index++) {
    if (!isQueued(index)) continue;
    halves[2 * at + low] = index;
    halves[2 * at + 1 - low] = Math.min(sessions[index]! - openedAt, 0xffff_ffff);
    at++;
  }
  keys.sort();
  const sorted = new Uint32Array(total);
  for (let place = 0; place < total; place++) sorted[place] = halves[2 * place + low]!;
  return sorted;
}
