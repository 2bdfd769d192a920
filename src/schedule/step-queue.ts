import type { Roster } from '../audience/roster.ts';
import type { Campaign, Step } from '../campaign/campaign.ts';
import { type JobId, jobId } from '../job/address.ts';
import type { JobState } from '../job/job.ts';
import type { ContactVerdict, JudgeContact } from '../ledger/contacts/judge-contact.ts';
import type { Instant } from '../platform/ports.ts';
import { operations } from '../service/operations/operations.ts';
import { instantOf } from '../time/local-time.ts';
import { type AudienceTimes, beginsAfter, noZone, unknownZone } from './audience-times.ts';
import { createEqualReasons, type DropReason } from './reasons.ts';
import type { SchedulerInput } from './scheduler.ts';
import type { StepJobs } from './step-jobs.ts';
import { laterThanWave, type WaveGate } from './waves.ts';
import { createZoneQueues } from './zone-queues.ts';

/** Another step whose outcomes decide about this one. */
export interface OtherStep {
  readonly id: string;
  readonly jobs: StepJobs;
  /** Index of this recipient in the other step; undefined when it does not have them. */
  indexOf(recipient: number): number | undefined;
}

interface StepQueueInput {
  readonly campaign: Campaign;
  readonly approvalOf: SchedulerInput['approvalOf'];
  readonly step: Step;
  readonly roster: Roster | undefined;
  readonly times: AudienceTimes;
  readonly jobs: StepJobs;
  readonly onlyIf: OtherStep | undefined;
  readonly reads: readonly OtherStep[];
  /** Steps that reach those whom this one does not reach. */
  readonly fallbacks: readonly OtherStep[];
  /** Steps that reach people because this one, or what it needs, failed, and the steps after them. */
  readonly branches: readonly OtherStep[];
  readonly openedAt: Instant;
  readonly freeAt: ((recipient: number) => Instant) | undefined;
  readonly judge: JudgeContact | undefined;
  readonly isForbidden: ((recipient: number, at: Instant) => boolean) | undefined;
  /** Undefined where everybody may start. */
  readonly wave: WaveGate | undefined;
}

/** Made when a step opens: decides about every pending job, and sorts those that can start. */
export function createStepQueue(input: StepQueueInput) {
  const { campaign, step, times, jobs, openedAt } = input;
  const equal = createEqualReasons();
  const rules = createDropRules(input, equal);
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
    if (deadline === Number.POSITIVE_INFINITY || queues.neverOpens(index)) return plain.noOpening;
    const held = queues.cappedUntil(index);
    if (held?.isOver === false) return reasonOfCap(held.cap);
    if (codeExpires(step, jobs, index) === deadline) return plain.expires;
    return sessions !== undefined && sessions[index]! - guard === deadline ? plain.sessionClosed : limitReason;
  };

  const reasonOfCap = (cap: number): DropReason =>
    equal({ word: 'capped', detail: campaign.contacts!.caps[cap]!.name });

  const reasons: DropReason[] = [];
  const reasonPlaces = new Map<DropReason, number>();
  /** By recipient: 0, or 1 more than the place of its reason. Each person may be suppressed for a reason of their own. */
  let dropped: Uint32Array | undefined;
  /** A retry whose time has come is in its place in the order, as a job that was never tried. */
  const notBefore = (index: number): Instant => jobs.retries.get(index)?.notBefore ?? Number.NEGATIVE_INFINITY;
  const isDelayed = (index: number): boolean => notBefore(index) > openedAt;
  /** Another process sends it now, and says what became of it: no deadline ends it here. */
  const isElsewhere = (index: number): boolean => notBefore(index) === Number.POSITIVE_INFINITY;
  const delayed: number[] = [];
  let deadlinesDiffer = sessions !== undefined;
  for (let index = 0; index < jobs.size; index++) {
    if (jobs.state(index) !== 'pending') continue;
    const reason = isElsewhere(index) ? undefined : rules.whatever(index);
    if (reason === undefined) {
      if (isDelayed(index)) delayed.push(index);
      deadlinesDiffer ||= codeExpires(step, jobs, index) < Number.POSITIVE_INFINITY;
      continue;
    }
    const place = reasonPlaces.get(reason) ?? reasons.push(reason);
    reasonPlaces.set(reason, place);
    dropped ??= new Uint32Array(jobs.size);
    dropped[index] = place;
  }
  const couldStart = (index: number): boolean =>
    jobs.state(index) === 'pending' && (dropped === undefined || dropped[index] === 0);
  /** It took its place in the plan, where its time ran out. */
  const isLeftOutByPlan = (index: number): boolean => reasons[(dropped?.[index] ?? 0) - 1] === plain.notInPlan;
  // Who must not be contacted is dropped with this wave, and takes nobody's place in it.
  const mayTakePlace = (index: number): boolean =>
    (couldStart(index) || isLeftOutByPlan(index)) && input.isForbidden?.(index, openedAt) !== true;
  const isLater = input.wave && laterThanWave(input.wave, jobs, mayTakePlace);
  // It is dropped in its wave, unless only such are left.
  if (dropped !== undefined && isLater?.some((later, index) => later === 1 && couldStart(index)))
    for (let index = 0; index < jobs.size; index++) if (isLater[index] === 1) dropped[index] = 0;
  let later = 0;
  const queued = times.zones.map((): number[] => []);
  for (let index = 0; index < jobs.size; index++) {
    if (!couldStart(index)) continue;
    if (isLater?.[index] === 1) later++;
    else if (!isDelayed(index)) queued[times.zoneOf[index]!]!.push(index);
  }
  const endsAt = (index: number): Instant => Math.max(deadlineOf(index), openedAt);
  if (deadlinesDiffer) for (const list of queued) list.sort((a, b) => endsAt(a) - endsAt(b) || a - b);
  const queues = createZoneQueues({
    times,
    window: step.window,
    guardMs: guard,
    openedAt,
    deadlineOf,
    order: queued.map((list) => Uint32Array.from(list)),
    freeAt: input.freeAt,
    judge: input.judge,
  });
  for (const index of delayed)
    if (couldStart(index) && isLater?.[index] !== 1 && !isElsewhere(index)) queues.requeue(index, notBefore(index));

  let cursor = 0;
  // Each by its name: an object that is spread has a shape of its own for each step.
  return {
    peek: queues.peek,
    sameUntil: queues.sameUntil,
    take: queues.take,
    requeue: queues.requeue,
    neverOpens: queues.neverOpens,
    /** The next job that will not start whatever the hour; -1 when there are no more. */
    nextDrop(): number {
      if (dropped === undefined) return -1;
      while (cursor < dropped.length && dropped[cursor] === 0) cursor++;
      return cursor < dropped.length ? cursor++ : -1;
    },
    /** Jobs that are left for a later wave. */
    later,
    dropReason: (index: number): DropReason => reasons[dropped![index]! - 1]!,
    /** What sets the deadline of this job. */
    deadlineReason,
    /** Why a job that waits for the outcome of another step would not start whatever that is; undefined where it may. */
    otherwise(index: number): DropReason | undefined {
      const isTooLate = deadlineOf(index) <= openedAt || queues.neverOpens(index);
      const reason = rules.ofItself(index) ?? (isTooLate ? deadlineReason(index) : undefined);
      const verdict = reason === undefined ? input.judge?.(index, openedAt) : undefined;
      return verdict?.kind === 'refused' ? equal(verdict.by) : reason;
    },
    /** Why the contact rules refuse this job for good. */
    refusal: (verdict: Exclude<ContactVerdict, { kind: 'free' }>): DropReason =>
      verdict.kind === 'held' ? reasonOfCap(verdict.cap) : equal(verdict.by),
    cappedUntil: queues.cappedUntil,
  };
}

export type StepQueue = ReturnType<typeof createStepQueue>;

function createDropRules(input: StepQueueInput, equal: (reason: DropReason) => DropReason) {
  const { step, roster, times, jobs, onlyIf, reads, openedAt, campaign, approvalOf } = input;
  const sessions = sessionsOf(step, times);
  const outcomes: readonly (JobState | undefined)[] = step.forEach?.onlyIf?.outcomes ?? [];
  const noOutcome = onlyIf && ({ word: 'onlyIf', detail: onlyIf.id } as const);
  const undecided = onlyIf && ({ word: 'undecided', detail: onlyIf.id } as const);
  const outputs = reads.map((earlier) => ({ earlier, reason: { word: 'noOutput', detail: earlier.id } as const }));
  const columns = (roster === undefined ? [] : step.reads.columns).map((column) => ({
    column,
    reason: { word: 'missing', detail: column } as const,
  }));
  const { lacks } = step.reads;
  const stateOf = (earlier: OtherStep, index: number) => {
    const there = earlier.indexOf(index);
    return there === undefined ? undefined : earlier.jobs.state(there);
  };
  const idOf = (index: number): JobId => jobId(step.id, roster?.key(index));
  const earlierSteps = [...(onlyIf === undefined ? [] : [onlyIf]), ...reads];
  const heldBefore = ({ jobs: before, indexOf }: OtherStep, index: number): DropReason | undefined => {
    const there = indexOf(index);
    return there === undefined ? undefined : before.held(there);
  };
  /** Whether the plan leaves the earlier job out, and starts this one for what becomes of it there. */
  const isPlannedAfter = (held: DropReason | undefined, index: number): boolean =>
    held?.word === 'notInPlan' && approvalOf?.(idOf(index)) === 'planned';
  const ofOthers = (index: number): DropReason | undefined => {
    for (const earlier of earlierSteps) {
      const held = heldBefore(earlier, index);
      if (held !== undefined && !isPlannedAfter(held, index)) return held;
    }
    if (onlyIf !== undefined && !isPlannedAfter(heldBefore(onlyIf, index), index)) {
      const became = stateOf(onlyIf, index);
      if (!outcomes.includes(became)) return became === 'inDoubt' ? undecided : noOutcome;
    }
    for (const { earlier, reason } of outputs) {
      const there = earlier.indexOf(index);
      const has = there !== undefined && earlier.jobs.state(there) === 'accepted' && !earlier.jobs.lacksOutputs(there);
      if (!has) return reason;
    }
    return undefined;
  };
  const withReasons = (other: OtherStep, word: 'instead' | 'onFailure') => ({
    ...other,
    reached: { word, detail: other.id },
    undecided: { word: 'undecided', detail: other.id } as const,
  });
  const fallbacks = input.fallbacks.map((other) => withReasons(other, 'instead'));
  const branches = input.branches.map((other) => withReasons(other, 'onFailure'));
  const reachedBy = (others: ReturnType<typeof withReasons>[], index: number): DropReason | undefined => {
    for (const { jobs: other, indexOf, reached, undecided } of others) {
      const there = indexOf(index);
      const became = there === undefined ? undefined : other.state(there);
      if (became === 'inDoubt') return undecided;
      // What a person gave up may have arrived, too.
      if (became === 'accepted' || became === 'cancelled') return reached;
      // What may have arrived is sent again, if that is safe.
      if (became === 'pending' && other.retries.get(there!)?.doubtful === true) return reached;
    }
    return undefined;
  };
  /** Who was reached in place of this job is not sent to as well: after a skip or a refusal, or because the step could not start. */
  const ofOthersInstead = (index: number): DropReason | undefined => {
    const retry = jobs.retries.get(index);
    // A step on failure reaches all of its audience, also those who had this job: a person may have it sent again.
    const isDecided = roster !== undefined && retry?.resent === true;
    const isAgain = jobs.wasDropped(index) || (retry?.attempts ?? 0) > 0;
    return (isDecided ? undefined : reachedBy(branches, index)) ?? (isAgain ? reachedBy(fallbacks, index) : undefined);
  };
  /** Why this recipient's job does not start, whatever the hour and the outcomes of other steps. */
  const ofItself = (index: number): DropReason | undefined => {
    for (const { column, reason } of columns) {
      const value = roster?.value(index, column);
      if (value === undefined || value === '') return reason;
    }
    if (lacks !== undefined && roster !== undefined) {
      const lack = lacks(roster.key(index), (column) => roster.value(index, column));
      if (lack !== undefined) return equal(lack);
    }
    const sessionEnd = sessions?.[index];
    if (sessionEnd !== undefined) {
      if (Number.isNaN(sessionEnd)) return plain.badLastInbound;
      if (sessionEnd === Number.NEGATIVE_INFINITY) return plain.noSession;
      if (beginsAfter(sessionEnd, openedAt)) return plain.futureLastInbound;
      if (sessionEnd - campaign.limits.guardMs <= openedAt) return plain.sessionClosed;
    }
    // What may have arrived was started before.
    if (approvalOf === undefined || input.jobs.retries.get(index)?.doubtful === true) return undefined;
    if (approvalOf(idOf(index)) !== undefined) return undefined;
    // Most are not in the plan because they must not be contacted, which another plan would not change.
    const verdict = input.judge?.(index, openedAt);
    return verdict?.kind === 'refused' ? equal(verdict.by) : plain.notInPlan;
  };
  const ofZone = (index: number): DropReason | undefined => {
    const zone = times.zoneOf[index];
    if (zone === noZone) return plain.noTimezone;
    return zone === unknownZone ? plain.unknownTimezone : undefined;
  };
  /** The same, with these outcomes. */
  const whatever = (index: number): DropReason | undefined =>
    ofZone(index) ?? ofOthers(index) ?? ofItself(index) ?? ofOthersInstead(index);
  return { ofItself, whatever };
}

const plain = {
  noTimezone: { word: 'noTimezone' },
  unknownTimezone: { word: 'unknownTimezone' },
  badLastInbound: { word: 'badLastInbound' },
  noSession: { word: 'noSession' },
  futureLastInbound: { word: 'futureLastInbound' },
  sessionClosed: { word: 'sessionClosed' },
  expires: { word: 'expires' },
  noOpening: { word: 'noOpening' },
  ends: { word: 'ends' },
  until: { word: 'until' },
  notInPlan: { word: 'notInPlan' },
} as const satisfies Readonly<Record<string, DropReason>>;

function sessionsOf(step: Step, times: AudienceTimes): Float64Array | undefined {
  return operations[step.uses].needsSession ? times.sessionEnd : undefined;
}

function codeExpires(step: Step, jobs: StepJobs, index: number): Instant {
  if (step.expiresMs === undefined) return Number.POSITIVE_INFINITY;
  const firstAt = jobs.retries.get(index)?.firstAt;
  return firstAt === undefined ? Number.POSITIVE_INFINITY : firstAt + step.expiresMs;
}

export function limitOf(campaign: Campaign, step: Step): { readonly limit: Instant; readonly limitReason: DropReason } {
  const ends = campaign.ends === undefined ? Number.POSITIVE_INFINITY : instantOf(campaign.ends, campaign.timezone);
  const until = step.until === undefined ? Number.POSITIVE_INFINITY : instantOf(step.until, campaign.timezone);
  return until < ends ? { limit: until, limitReason: plain.until } : { limit: ends, limitReason: plain.ends };
}
