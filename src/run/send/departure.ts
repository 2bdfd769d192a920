import type { DepartureQuestion } from '../../ledger/contacts/run-contacts.ts';
import type { Clock, Instant } from '../../platform/ports.ts';
import { connectMsMax } from '../../service/http/transport.ts';

/** Timers are late. As much is allowed between a slot and the arrival of its request where the service's log is audited. */
const latenessMs = 50;
/** A request that is ready waits so long for a slot. */
const patienceMs = 1_000;
const lookAgainMs = 20;
/** Longer than any delay. A slot that is further ahead is from before the clock was set back. */
const farMs = 5_000;

interface StepSlots {
  /** When requests may leave, earliest first. */
  readonly free: Instant[];
  /** Jobs that have no slot yet. */
  jobs: number;
  /** Of these, attempts that have begun. */
  begun: number;
}

/** The departures of one process, for one leader. */
export function createDepartures(clock: Clock) {
  const steps = new Map<string, StepSlots>();
  /** How long the latest attempts took to be ready. */
  let recentMs = 20;

  const isFar = (slot: Instant): boolean => slot > clock.now() + farMs;
  const slotsOf = (step: string): StepSlots => {
    const slots = steps.get(step) ?? { free: [], jobs: 0, begun: 0 };
    steps.set(step, slots);
    return slots;
  };
  /** The place of a free slot from its own on, after those that others take; undefined where there is none, or too far ahead. */
  const placeFrom = ({ free }: StepSlots, own: Instant, others: number): number | undefined => {
    while (free.length > 0 && free[0]! + latenessMs < clock.now()) free.shift();
    const place = free.findIndex((slot, at) => at >= others && slot >= own);
    return place === -1 || isFar(free[place]!) ? undefined : place;
  };

  return {
    /**
     * When a request leaves whose rate holds over several processes. All of their requests leave equally late after their slots, so that
     * they keep the distances of their slots. A slot is of a step, and not of one job: a request that has missed its own takes the next
     * one of its process. It need not be recorded, given back and claimed again, only to be late again where the machine is busy.
     */
    of({ step, startedAt, delayMs }: { readonly step: string; readonly startedAt: Instant; readonly delayMs: number }) {
      const slots = slotsOf(step);
      const own = startedAt + delayMs;
      const later = slots.free.findIndex((slot) => slot > own);
      slots.free.splice(later === -1 ? slots.free.length : later, 0, own);
      slots.jobs++;
      let state: 'waits' | 'begun' | 'hasSlot' | 'over' = 'waits';
      let begunAt = 0;
      /** Its slot. */
      let from = Number.NEGATIVE_INFINITY;

      const enter = (next: typeof state): void => {
        const needsSlot = (one: typeof state): number => (one === 'waits' || one === 'begun' ? 1 : 0);
        slots.jobs += needsSlot(next) - needsSlot(state);
        slots.begun += Number(next === 'begun') - Number(state === 'begun');
        state = next;
      };
      const takeSlot = async (): Promise<boolean> => {
        for (const giveUpAt = clock.now() + patienceMs; ; await clock.sleepUntil(clock.now() + lookAgainMs)) {
          const place = placeFrom(slots, own, 0);
          if (place === undefined && clock.now() < giveUpAt) continue;
          if (place === undefined) return false;
          from = slots.free.splice(place, 1)[0]!;
          enter('hasSlot');
          return true;
        }
      };

      return {
        /** When it leaves if its attempt is the next to begin. Undefined: no slot is left for it, as others have missed theirs. */
        next(): Instant | undefined {
          const place = placeFrom(slots, own, slots.begun);
          return place === undefined ? undefined : slots.free[place];
        },
        begin(): void {
          begunAt = performance.now();
          enter('begun');
        },
        /** It is to begin later. */
        putBack: (): void => enter('waits'),
        /** Its intent is on disk and its connection is made. Resolves when its request may leave, or when no slot comes for it. */
        async ready(): Promise<void> {
          recentMs = Math.max(performance.now() - begunAt, recentMs * 0.9);
          // A timer may be too late for a slot: the next one may be in time.
          while (await takeSlot()) {
            // If the clock is set back meanwhile, the departure gate does not let it leave.
            while (clock.now() < from && !isFar(from)) await clock.sleepUntil(from);
            if (clock.now() <= from + latenessMs) return;
            enter('begun');
          }
        },
        /** After this instant it may not leave. */
        until: (): Instant => from + latenessMs,
        /** Its attempt is over, or does not begin. What it has not used, nobody uses: its job takes a new slot. */
        end(): void {
          enter('over');
          if (slots.free.length > slots.jobs) slots.free.splice(Math.max(0, slots.free.indexOf(own)), 1);
        },
      };
    },
    /** How long before its departure an attempt begins. */
    leadMs: (): number => 2 * recentMs,
  };
}

export type Departure = ReturnType<ReturnType<typeof createDepartures>['of']>;

interface DepartureGateInput {
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

/** Why a job that was started did not leave. It is pending again. */
export type HoldReason = keyof typeof recordedHold;

/** As the state file records it: a job's reason is text there, like those of the service. */
export const recordedHold = {
  paused: 'the run is paused',
  stopping: 'the run is stopping',
  halted: 'the run was halted before it could be sent',
  stateFile: 'the state could not be read or written',
  leaseEnding: 'the database did not answer, and another process may carry out the run by now',
  windowClosed: 'its window or deadline passed before it could be sent',
  forbidden: 'its contact was forbidden before it could be sent',
  notAsked: 'the contact ledger did not answer in time whether its contact is still allowed',
  slotMissed: 'the machine slept, its clock changed, or the request took too long to send',
} as const;
