import { lasts } from '../../job/rest.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Verdict } from './retry.ts';

/** The number of jobs that may be in flight. */
export interface Slots {
  concurrency: number;
}

/** Before the first valid answer, the next request waits this long for the one before. */
const probeMs = 2_000;
/** Lost answers in a row at which the circuit opens: one at a time, with growing pauses, until an answer comes. */
const lostInARowMax = 5;
const circuitRestMs = { first: 1_000, most: 60_000 } as const;

/**
 * How fast requests may start, learned from the service's answers. It sets the number of slots. Starts slowly: before the first valid
 * answer of this process, one request at a time, so that a wrong address or key costs one request, and one more every two seconds if
 * answers are slow. Then AIMD: throttling (HTTP 429, 503 with Retry-After) halves the slots, accepted jobs give them back one by one. Many
 * lost answers in a row open the circuit.
 */
export function createBackpressure(slots: Slots) {
  const slotsMax = slots.concurrency;
  let isProven = false;
  let probeUntil: Instant = 0;
  let acceptedSince = 0;
  let streak = 0;
  let lostInARow = 0;
  let silentSince: Instant | undefined;
  let rest: Instant = 0;

  const setSlots = (count: number): void => {
    slots.concurrency = count;
    acceptedSince = 0;
  };

  const notReached = (verdict: Extract<Verdict, { kind: 'again' }>, now: Instant): void => {
    if (verdict.why === 'unsent') silentSince ??= now;
    // Requests that were in flight together are one round.
    if (now >= rest) {
      streak++;
      setSlots(Math.max(1, Math.floor(slots.concurrency / 2)));
    }
    rest = Math.max(rest, verdict.notBefore);
  };

  const lost = (now: Instant): void => {
    lostInARow++;
    if (lostInARow < lostInARowMax || now < rest) return;
    const pauses = lostInARow - lostInARowMax;
    rest = now + Math.min(circuitRestMs.most, circuitRestMs.first * 2 ** Math.min(pauses, 6));
    setSlots(1);
  };

  const answered = (accepted: boolean): void => {
    isProven = true;
    probeUntil = 0;
    streak = 0;
    lostInARow = 0;
    silentSince = undefined;
    if (!accepted || slots.concurrency >= slotsMax) return;
    acceptedSince++;
    if (acceptedSince >= slots.concurrency) setSlots(slots.concurrency + 1);
  };

  return {
    note(verdict: Verdict, now: Instant): void {
      const why = verdict.kind === 'again' ? verdict.why : undefined;
      if (why === 'heldBack') return;
      if (verdict.kind === 'again' && (why === 'unsent' || why === 'throttled')) return notReached(verdict, now);
      // Only a valid answer has a code.
      if (verdict.code === undefined || verdict.code === '') return lost(now);
      return answered(verdict.kind === 'accepted');
    },
    /** A request is about to start. */
    started(now: Instant): void {
      if (!isProven) probeUntil = now + probeMs;
    },
    /** Slow start: until then no further request starts while one is in flight. In the past once a valid answer has come. */
    probeUntil: (): Instant => probeUntil,
    /** No request starts before. */
    restUntil: (): Instant => rest,
    /** A pause for another reason than an answer to this process. */
    rest: (until: Instant): void => void (rest = Math.max(rest, until)),
    /** A pause that would last longer than any is from before: it is over. */
    clockSetBack(now: Instant): void {
      if (!lasts(rest, now)) rest = 0;
    },
    /** Rounds in a row that did not reach the service or were throttled. */
    streak: (): number => streak,
    /** Since when the service has not been reached; undefined while it is. */
    silentSince: (): Instant | undefined => silentSince,
  };
}

export type Backpressure = ReturnType<typeof createBackpressure>;
