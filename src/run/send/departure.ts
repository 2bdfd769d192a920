import type { Instant } from '../../platform/ports.ts';

/**
 * When a request leaves whose rate holds over several processes. All of their requests leave equally late after their slots, so that
 * they keep the distances of their slots; one that is not ready in time does not leave, and its job takes a new slot.
 */
export interface Departure {
  readonly from: Instant;
  readonly until: Instant;
  /** Its intent is on disk and its connection is made. */
  readonly onReady: () => void;
}

/** Timers are late. As much is allowed between a slot and the arrival of its request where the service's log is audited. */
const latenessMs = 50;

/** The departures of one process: each attempt begins as long before it as the latest ones took to be ready. */
export interface Departures {
  /** Of the attempt that begins now. */
  of(startedAt: Instant, delayMs: number): Departure;
  /** How long before its departure an attempt begins. */
  leadMs(): number;
}

export function createDepartures(): Departures {
  let recentMs = 20;
  return {
    of(startedAt, delayMs) {
      const begunAt = performance.now();
      const from = startedAt + delayMs;
      const onReady = (): void => void (recentMs = Math.max(performance.now() - begunAt, recentMs * 0.9));
      return { from, until: from + latenessMs, onReady };
    },
    leadMs: () => 2 * recentMs,
  };
}
