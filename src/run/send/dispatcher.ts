import type { Instant } from '../../platform/ports.ts';
import type { ScheduledJob, Settlement } from '../../schedule/scheduler.ts';
import type { Verdict } from '../decide/retry.ts';
import type { Departure, HoldReason } from './departure.ts';

/**
 * Sends the jobs that the scheduler starts. The side that schedules decides what may start and when to stop; the side that
 * sends writes the intent, makes the request and records the outcome. `local-dispatcher.ts` sends from this process;
 * `hand-out/shared-dispatcher.ts` has workers send, too.
 */
export interface Dispatcher {
  /** Jobs that may be dispatched now: none when this is not positive. */
  free(): number;
  /** Jobs that were dispatched and whose outcome is not on disk yet. */
  inFlight(): number;
  /** Of these, the jobs that workers have. */
  handedOut(): number;
  /** Takes a free slot and sends the job; `DispatchReports` says what became of it. */
  dispatch(start: Start): void;
  /** Resolves when the jobs that have not begun have come back. Nothing is dispatched meanwhile. */
  callBack(): Promise<void>;
  /** Resolves when nothing is in flight: each job was sent and recorded, or came back because there was a `holdReason`. */
  recall(): Promise<void>;
  /** When nothing is in flight, and nothing will be dispatched any more. */
  close(): void;
}

/** A job that may start, with what the side that sends needs to know. */
export interface Start {
  readonly job: ScheduledJob;
  /** The instant of its slot, which the state file records and rates are counted by. */
  readonly startedAt: Instant;
  /** From this instant on it may not leave. */
  readonly mayStartUntil: Instant;
  /** Rounds in a row that did not reach the service or were throttled: the next retry waits the longer. */
  readonly streak: number;
  /** How often the service's clock had been measured by then: its request is signed with the latest time. */
  readonly measured: number;
  /** Undefined where it leaves as soon as it can. */
  readonly departure?: Departure | undefined;
}

/** Nothing came of the start: the scheduler may start the job again. */
export function notTried(notBefore: Instant): Settlement {
  return { kind: 'again', notBefore, attempted: false, heldBy: 'retry' };
}

/** What the side that sends reports to the side that schedules, and asks of it. */
export interface DispatchReports {
  /** Why no request may leave, as of now. */
  holdReason(): HoldReason | undefined;
  /** Nobody may begin a job: an answer has halted the run, or jobs are to be called back. */
  isClosed(): boolean;
  /** The outcome was judged and is on its way to disk, before any later intent. Not called for a job without an intent. */
  judged(start: Start, verdict: Verdict, now: Instant): void;
  /** The outcome is on disk. `wasJudged`: `judged` was called before, or nothing of it is to be taken back. */
  settled(job: ScheduledJob, settlement: Settlement, wasJudged: boolean): void;
  /** The state file failed, or there is a bug: nothing more may be sent. */
  failed(error: unknown): void;
}
