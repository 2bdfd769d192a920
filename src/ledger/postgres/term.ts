import { messageOf } from '../../diagnostic/message-of.ts';
import type { LeaseTerm } from '../hand-out.ts';
import { StateError } from '../state-trouble.ts';
import { isTransient } from './server-error.ts';

/**
 * How long this process may act as the leader. The database's clock ends the lease; this process counts from the moment at which it
 * asked for it, and so always ends earlier.
 */
export interface Term extends LeaseTerm {
  /** Repeats while the database cannot be reached; rejects once the lease has ended. */
  repeat<T>(work: () => Promise<T>): Promise<T>;
  /** The lease is lost for good. */
  lose(error: unknown): void;
  stop(): void;
}

interface TermInput {
  readonly leaseMs: number;
  /** When this process asked for the lease. */
  readonly since: Moment;
  /** Extends the lease; rejects with `leaseLost` where another process has it. */
  readonly renew: () => Promise<void>;
}

/** Of both clocks: the monotonic one may stop while a machine sleeps, the other one may be set. */
export interface Moment {
  readonly monotonic: number;
  readonly wall: number;
}

export const thisMoment = (): Moment => ({ monotonic: performance.now(), wall: Date.now() });

/** Shares of the lease. What is left at the end is for timers that come late and for clocks that do not run alike. */
const renewEvery = 1 / 12;
const mayStartUntil = 1 / 2;
const endsAt = 5 / 6;
const pauseMs = 250;

export function startTerm({ leaseMs, since, renew }: TermInput): Term {
  let renewedAt = since;
  let lost: { readonly error: unknown } | undefined;
  let aborting = new AbortController();
  let ending: NodeJS.Timeout | undefined;
  let isStopped = false;
  const age = (): number => performance.now() - renewedAt.monotonic;
  /** By the clock that says more. */
  const ageMs = (): number => Math.max(age(), Date.now() - renewedAt.wall);

  const abortRequests = (): void => {
    aborting.abort('the lease of the run ended before an answer came');
    aborting = new AbortController();
  };
  /** A process that was stopped first reads what has arrived: an answer, or the renewal of the lease. */
  const armEnd = (): void => {
    clearTimeout(ending);
    ending = setTimeout(
      () => setImmediate(() => void (age() >= leaseMs * endsAt && abortRequests())),
      leaseMs * endsAt - age(),
    ).unref();
  };
  const lose = (error: unknown): void => {
    if (lost !== undefined) return;
    lost = { error };
    clearTimeout(ending);
    abortRequests();
    isStopped = true;
  };
  const throwIfLost = (): void => {
    if (lost !== undefined) throw lost.error;
  };
  const renewNow = async (): Promise<void> => {
    const asked = thisMoment();
    try {
      await renew();
      renewedAt = asked;
      if (!isStopped) armEnd();
    } catch (error) {
      if (!isTransient(error)) lose(error);
      // What was asked before a process was stopped fails when it goes on; the next answer says who leads now.
      else if (asked.monotonic - renewedAt.monotonic >= leaseMs * endsAt) lose(unreachable(error, leaseMs));
    }
  };
  const keep = async (): Promise<void> => {
    let waitMs = leaseMs * renewEvery;
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, waitMs).unref());
      if (isStopped) return;
      await renewNow();
      waitMs = age() > leaseMs * renewEvery ? Math.min(pauseMs, leaseMs * renewEvery) : leaseMs * renewEvery;
    }
  };

  armEnd();
  void keep();
  return {
    mayStart() {
      return lost === undefined && ageMs() < leaseMs * mayStartUntil;
    },
    signal: () => aborting.signal,
    leaseMs,
    ageMs,
    async repeat(work) {
      for (;;) {
        throwIfLost();
        try {
          return await work();
        } catch (error) {
          throwIfLost();
          if (!isTransient(error) || isStopped) throw error;
          await new Promise((resolve) => setTimeout(resolve, Math.min(pauseMs, leaseMs * renewEvery)));
        }
      }
    },
    lose,
    stop() {
      clearTimeout(ending);
      isStopped = true;
    },
  };
}

function unreachable(error: unknown, leaseMs: number): Error {
  const message = messageOf(error);
  return new StateError('storeUnreachable', `for ${Math.round((leaseMs * endsAt) / 1000)} s: ${message}`);
}
