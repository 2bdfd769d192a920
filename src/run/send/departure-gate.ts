import type { DepartureQuestion } from '../../ledger/contacts/run-contacts.ts';
import type { Clock, Instant } from '../../platform/ports.ts';
import { connectMsMax } from '../../service/http/transport.ts';
import type { Departure } from './departure.ts';
import { type HoldReason, recordedHold } from './hold-reason.ts';

export interface DepartureGateInput {
  readonly clock: Clock;
  /** The instant of the slot. */
  readonly startedAt: Instant;
  readonly mayStartUntil: Instant;
  readonly guardMs: number;
  readonly departure: Departure | undefined;
  /** Why no request of the run may leave, as of now. */
  readonly holdReason: () => HoldReason | undefined;
  /** Whether its recipient may be contacted, as of now. Asked last; undefined where nobody is contacted. */
  readonly question: DepartureQuestion | undefined;
}

const contactHolds = { allowed: undefined, forbidden: 'forbidden', unknown: 'notAsked' } as const;

/** A slot is valid for at least this long, whatever the guard is: writing an intent takes time, and clocks are adjusted. */
const slotMsLeast = 2_000;

/**
 * Whether a job that has its slot may still leave. Between the slot and the first byte an intent is written, a connection may be
 * made, the machine may sleep: everything that can change in that time is checked again.
 */
export function createDepartureGate(input: DepartureGateInput) {
  const { clock, startedAt, mayStartUntil, guardMs, departure, holdReason, question } = input;
  const slotEndsAt = (): Instant => departure?.until() ?? startedAt + Math.max(guardMs, slotMsLeast);
  let leftAt: Instant | undefined;
  let failure: { readonly error: unknown } | undefined;

  const holdAt = (now: Instant, until: Instant): HoldReason | undefined => {
    if (now >= mayStartUntil) return 'windowClosed';
    const missedSlot = now > until || now < startedAt - slotMsLeast;
    // Further pages of a list have the slot of the first.
    return missedSlot && leftAt === undefined ? 'slotMissed' : holdReason();
  };
  const contactHold = (): HoldReason | undefined => {
    try {
      return question && contactHolds[question.mayLeave()];
    } catch (error) {
      failure = { error };
      return 'stateFile';
    }
  };
  const recorded = (hold: HoldReason | undefined): string | undefined => hold && recordedHold[hold];

  return {
    /** Asked when the intent is on disk, before a connection is made: the reason why it must not leave. */
    mayDispatch: () => recorded(holdAt(clock.now(), slotEndsAt())),
    /** Asked just before the first byte of each of its requests. */
    mayLeave() {
      const now = clock.now();
      const hold = holdAt(now, departure === undefined ? slotEndsAt() + connectMsMax : slotEndsAt()) ?? contactHold();
      if (hold === undefined) leftAt ??= now;
      return recorded(hold);
    },
    /** When its first byte was written; undefined: nothing has left. */
    leftAt: (): Instant | undefined => leftAt,
    /** The ledger of contacts could not be asked. */
    failure: () => failure,
  };
}

export type DepartureGate = ReturnType<typeof createDepartureGate>;
