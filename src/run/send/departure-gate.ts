import type { Clock, Instant } from '../../platform/ports.ts';
import { connectMsMax, type MayLeave } from '../../service/http/transport.ts';

/**
 * Whether a job that has its slot may still leave. Between the slot and the first byte an intent is written, a connection may be
 * made, the machine may sleep: everything that can change in that time is checked again.
 */
export interface DepartureGate {
  /** Asked when the intent is on disk, before a connection is made: the reason why it must not leave. */
  readonly mayDispatch: MayLeave;
  /** Asked just before the first byte of each of its requests. */
  readonly mayLeave: MayLeave;
  /** When its first byte was written; undefined: nothing has left. */
  leftAt(): Instant | undefined;
}

export interface DepartureGateInput {
  readonly clock: Clock;
  /** The instant of the slot. */
  readonly startedAt: Instant;
  readonly mayStartUntil: Instant;
  readonly guardMs: number;
  /** Why no request of the run may leave, as of now. */
  readonly holdReason: MayLeave;
}

/** A slot is valid for at least this long, whatever the guard is: writing an intent takes time, and clocks are adjusted. */
const slotMsLeast = 2_000;

export function createDepartureGate(input: DepartureGateInput): DepartureGate {
  const { clock, startedAt, mayStartUntil, guardMs, holdReason } = input;
  const slotMs = Math.max(guardMs, slotMsLeast);
  let leftAt: Instant | undefined;

  const whyNot = (now: Instant, slotEndsAt: Instant): string | undefined => {
    if (now >= mayStartUntil) return 'its window or deadline passed before it could be sent';
    const missedSlot = now > slotEndsAt || now < startedAt - slotMsLeast;
    // Further pages of a list have the slot of the first.
    if (missedSlot && leftAt === undefined) {
      return 'the machine slept, its clock changed, or the request took too long to send';
    }
    return holdReason();
  };

  return {
    mayDispatch: () => whyNot(clock.now(), startedAt + slotMs),
    mayLeave() {
      const now = clock.now();
      const reason = whyNot(now, startedAt + slotMs + connectMsMax);
      if (reason === undefined) leftAt ??= now;
      return reason;
    },
    leftAt: () => leftAt,
  };
}
