import type { Roster } from '../audience/roster.ts';
import type { Step } from '../campaign/campaign.ts';
import type { Instant } from '../platform/ports.ts';
import type { AudienceTimes } from './audience-times.ts';
import type { Pace } from './pace.ts';
import type { BlockReason } from './reasons.ts';
import type { ScheduledJob, Settlement, StepProgress } from './scheduler.ts';
import { leavesDoubt, type StepJobs } from './step-jobs.ts';
import type { StepQueue } from './step-queue.ts';
import type { Hold } from './trace.ts';
import type { StepWave } from './waves.ts';

/**
 * The state of one step. Only the functions below change its status.
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
  /** The path of its rate in the campaign file. */
  readonly ratePlace: readonly string[];
  /** Steps that must have ended before this one opens. */
  needs: readonly StepState[];
  /** Steps that wait for this one to end, and how many this one still waits for. */
  readonly neededBy: StepState[];
  openNeeds: number;
  /** The steps that wait for this one have counted its end. */
  hasEnded: boolean;
  status: StepProgress['state'];
  blockedBy: BlockReason | undefined;
  /** Why it cannot succeed, in the engine's words. */
  stopReason: string | undefined;
  /** When it may open, known once its needs have ended, and what it waits for until then. */
  opensAt: Instant | undefined;
  opening: readonly Hold[];
  queue: StepQueue | undefined;
  /** Undefined where it has no waves, or was never open. */
  wave: StepWave | undefined;
  inFlight: number;
  startedAt: Instant | undefined;
  endedAt: Instant | undefined;
  /** The service asked for a pause: none of its jobs starts before. */
  restUntil: Instant;
  /** For the order between steps whose deadlines are equal: the one that has started least goes first. */
  started: number;
}

/** Its needs have ended: it opens at a known time. */
export function schedule(state: StepState, opensAt: Instant, opening: readonly Hold[]): void {
  state.opensAt = opensAt;
  state.opening = opening;
}

export function openStep(state: StepState, queue: StepQueue): void {
  state.status = 'open';
  state.queue = queue;
}

/** Nothing is pending or in flight. It ended with its last settlement, or at `at` where it has none. */
export function finish(state: StepState, at: Instant): void {
  state.status = 'finished';
  state.endedAt ??= state.jobs.lastSettled ?? at;
}

export function block(state: StepState, by: BlockReason, at: Instant): void {
  state.status = 'blocked';
  state.blockedBy = by;
  state.endedAt = at;
}

/** Nothing failed: a step that runs on failure does not run. */
export function omit(state: StepState, at: Instant): void {
  state.status = 'notNeeded';
  state.endedAt = at;
}

export function stop(state: StepState, reason: string, at: Instant): void {
  state.status = 'stopped';
  state.stopReason = reason;
  state.endedAt = at;
}

/** A job was settled or dropped at `at`: a delay after the step's end counts from the latest of these. */
export function endNotBefore(state: StepState, at: Instant): void {
  state.endedAt = Math.max(state.endedAt ?? state.jobs.lastSettled ?? at, at);
}

/** Records what became of a job that was started. */
export function settleJob(state: StepState, job: ScheduledJob, settlement: Settlement, now: Instant): void {
  const index = job.recipient ?? 0;
  const { jobs } = state;
  state.inFlight--;
  switch (settlement.kind) {
    case 'settled':
      jobs.setState(index, settlement.state);
      endNotBefore(state, (settlement.state === 'skipped' ? jobs.droppedAt(index) : undefined) ?? now);
      return;
    case 'again': {
      const before = jobs.retries.get(index);
      const { attempted, doubtful = before?.doubtful ?? false, notBefore, heldBy } = settlement;
      const counts = attempted || settlement.doubtful === true;
      jobs.setState(index, 'pending');
      jobs.setRetry(index, {
        attempts: job.attempts + (attempted ? 1 : 0),
        notBefore,
        firstAt: before?.firstAt ?? (counts ? job.startedAt : undefined),
        doubtful: doubtful && leavesDoubt(job.step),
        maybeSent: counts || settlement.maybeSent === true || before?.maybeSent === true,
        resent: before?.resent === true,
        heldBy,
      });
      state.queue?.requeue(index, notBefore);
      return;
    }
    case 'stopStep':
      jobs.setState(index, 'pending');
      stop(state, settlement.reason, now);
      return;
    default:
      return settlement satisfies never;
  }
}

type StepEnd = 'well' | 'failed' | 'inDoubt';

/** How the step ended, or undefined while it has not. */
export function endOf(state: StepState): StepEnd | undefined {
  const { status, step, jobs } = state;
  switch (status) {
    case 'waiting':
    case 'open':
      return undefined;
    case 'notNeeded':
      return 'well';
    case 'blocked':
      return state.blockedBy?.became === 'inDoubt' ? 'inDoubt' : 'failed';
    case 'stopped':
      return state.inFlight > 0 ? undefined : 'failed';
    case 'finished':
      // Every recipient of a `forEach` is settled, also when in doubt. A single job must have been accepted.
      if (step.forEach !== undefined) return jobs.count('rejected') > 0 ? 'failed' : 'well';
      if (jobs.state(0) === 'inDoubt') return 'inDoubt';
      return jobs.state(0) === 'accepted' ? 'well' : 'failed';
    default:
      return status satisfies never;
  }
}

export function progressOf(
  { step, status, blockedBy, stopReason, jobs, opensAt, startedAt, endedAt }: StepState,
  wave: StepProgress['wave'],
): StepProgress {
  return {
    step: step.id,
    state: status,
    blockedBy,
    stopReason,
    // One literal: it is made after every wait.
    counts: {
      pending: jobs.count('pending'),
      sending: jobs.count('sending'),
      accepted: jobs.count('accepted'),
      rejected: jobs.count('rejected'),
      inDoubt: jobs.count('inDoubt'),
      skipped: jobs.count('skipped'),
      expired: jobs.count('expired'),
      cancelled: jobs.count('cancelled'),
    },
    later: jobs.later,
    wave,
    opensAt,
    starts: startedAt,
    ends: endedAt,
  };
}
