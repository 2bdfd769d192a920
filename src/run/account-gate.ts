import type { Rest } from '../job/rest.ts';
import type { AccountPart, AccountRest, AccountShare, SharedLimits, StartSlot } from '../ledger/account-share.ts';
import type { Clock } from '../platform/ports.ts';
import type { WakeSignal } from './run-control.ts';
import type { HaltReason } from './stop-reason.ts';

interface AccountGateInput {
  readonly share: AccountShare;
  readonly limits: SharedLimits;
  readonly clock: Clock;
  readonly wakeSignal: WakeSignal;
  readonly inFlight: () => number;
  /** Jobs that this process has left in doubt. */
  readonly doubts: () => number;
  readonly halt: (reason: HaltReason) => void;
  /** The account has a pause. */
  readonly onRest: (rest: Rest) => void;
  readonly failed: (error: unknown) => void;
}

/** How often a process that has work says so, and hears of the others. */
const exchangeMs = 250;
/** Answers of the database are awaited this long before the next question, if they bring nothing. */
const pauseMs = 20;
const mostStarts = 4_096;
const atOnce = Number.NEGATIVE_INFINITY;

/** Keeps this process within its part of what its account allows. */
export function createAccountGate(input: AccountGateInput) {
  const { share, limits, clock, wakeSignal, inFlight, doubts, halt, onRest, failed } = input;
  let slots: StartSlot[] = [];
  /** More than this may not be in flight, whatever the database is asked meanwhile. */
  let most = 0;
  let fair = Number.POSITIVE_INFINITY;
  let nextAsk = 0;
  let isWanted = false;
  let starts = 1;
  let hasExpired = false;
  let asking: Promise<void> | undefined;
  let isClosed = false;
  /** What the others are to know at once, whatever slots there are. */
  let reportedDoubts = 0;
  let newRest: Rest | undefined;

  const isFull = (): boolean => inFlight() >= Math.min(most, fair);

  const accept = (part: AccountPart): void => {
    most = part.inFlight;
    fair = part.fair;
    slots = [...slots, ...(part.slots ?? [])];
    nextAsk = part.slots?.length === 0 ? part.nextSlot : 0;
    if (limits.doubts !== undefined && part.doubts >= limits.doubts) {
      halt({ kind: 'accountDoubts', inDoubt: part.doubts });
    }
    if (part.rest !== undefined) onRest({ until: clock.now() + Math.ceil(part.rest.ms), reason: part.rest.reason });
  };
  const restToReport = (): AccountRest | undefined => {
    const rest = newRest && { ms: newRest.until - clock.now(), reason: newRest.reason };
    newRest = undefined;
    return rest;
  };
  const exchange = async (): Promise<void> => {
    // As many as were used the last time, and more if all of them were.
    starts = hasExpired ? Math.max(1, Math.floor(starts / 2)) : Math.min(mostStarts, starts * 2);
    hasExpired = false;
    most = Math.max(inFlight(), isWanted ? Math.min(most, fair) : 0);
    reportedDoubts = doubts();
    const need = { starts: isWanted ? starts : 0, keep: most, doubts: reportedDoubts, rest: restToReport() };
    isWanted = false;
    accept(await share.ask(need));
    nextAsk = Math.max(nextAsk, performance.now() + pauseMs);
  };
  const ask = (): void => {
    if (asking !== undefined || isClosed) return;
    asking = exchange()
      .catch(failed)
      .finally(() => {
        asking = undefined;
        wakeSignal.notify();
      });
  };
  const askInTime = (): number => {
    const waitMs = nextAsk - performance.now();
    if (waitMs <= 0) ask();
    return clock.now() + Math.max(1, Math.ceil(asking === undefined ? waitMs : exchangeMs));
  };
  const dropExpired = (): void => {
    const now = performance.now();
    const left = slots.filter(({ until }) => now < until);
    hasExpired ||= left.length < slots.length;
    slots = left;
  };
  let timer: NodeJS.Timeout | undefined;
  const tick = (): void => {
    dropExpired();
    const isIdle = !isWanted && most === 0 && inFlight() === 0;
    const hasNews = doubts() !== reportedDoubts || newRest !== undefined;
    if (hasNews || (!isIdle && performance.now() >= nextAsk)) ask();
  };

  return {
    /** Allows a start while there is a slot of the account's rate and room for one more request in flight. */
    pace: {
      readyAt() {
        timer ??= setInterval(tick, exchangeMs).unref();
        isWanted = true;
        dropExpired();
        if (isFull()) return askInTime();
        if (limits.rate === undefined) return atOnce;
        const [first] = slots;
        if (first === undefined) return askInTime();
        // The next ones arrive before these are used.
        if (slots.length <= starts / 2 && performance.now() >= nextAsk) ask();
        const waitMs = Math.ceil(first.from - performance.now());
        return waitMs <= 0 ? atOnce : clock.now() + waitMs;
      },
      take: () => void slots.shift(),
    },
    /** The service has asked this process for a pause: the others are to know of it. */
    rest: (rest: Rest): void => void (newRest = rest),
    /** Gives back what this process had. */
    async close(): Promise<void> {
      clearInterval(timer);
      await asking;
      isClosed = true;
      isWanted = false;
      most = 0;
      // What is not given back ends a minute later.
      await share.ask({ starts: 0, keep: inFlight(), doubts: doubts(), rest: restToReport() }).catch(() => {});
    },
  };
}
