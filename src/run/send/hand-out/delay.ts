import { StateError } from '../../../ledger/state-trouble.ts';
import type { Clock } from '../../../platform/ports.ts';
import { createDepartures, type Departure } from '../departure.ts';
import { type Dispatcher, type DispatchReports, notTried, type Start } from '../dispatcher.ts';

/** Longer than a job is on its way to a worker that is ready to send it, at most times. */
export const leastDelayMs = 250;
const mostDelayMs = 2_000;
/** So many jobs in a row, over so long: at a low rate, a few that were late say little. */
const hopelessJobs = 10;
const hopelessMs = 60_000;

/**
 * How long after its slot a request leaves where workers keep a rate. The delay grows where jobs come too late, as the database is slow or
 * far away. It does not become less: requests would then leave closer together than their slots. Where other campaigns share the rate it
 * must not grow either, as theirs would stay the same.
 */
export function createDelay({ mayGrow }: { readonly mayGrow: boolean }) {
  let ms = leastDelayMs;
  let [late, inTime] = [0, 0];
  /** By `performance.now()`: since then no job was in time. */
  let lateSince: number | undefined;
  let lateInRow = 0;
  return {
    ms: (): number => ms,
    /** Of a job that was handed out with this delay. */
    reported(isLate: boolean, delayMs: number | undefined): void {
      if (!isLate) {
        inTime++;
        lateSince = undefined;
        lateInRow = 0;
      } else if (delayMs === ms) {
        late++;
        lateInRow++;
        lateSince ??= performance.now();
      }
    },
    /** Called regularly. Throws where jobs come too late however long the delay is. */
    adapt(): void {
      if (late > inTime && mayGrow) ms = Math.min(2 * ms, mostDelayMs);
      [late, inTime] = [0, 0];
      if (lateSince === undefined || lateInRow < hopelessJobs || performance.now() - lateSince < hopelessMs) return;
      throw new StateError('storeFar', `jobs take longer than ${ms} ms to reach the workers that send them`);
    },
  };
}

/** A dispatcher whose jobs leave some time after their slots. */
interface DelayedDispatcher extends Dispatcher {
  /** Jobs whose attempts have not begun. */
  waiting(): number;
}

/**
 * Several campaigns share the rate of an account, and some of them have workers, whose requests leave `delayMs` after their slots. The
 * rate holds over all of them only if every request leaves so much later.
 */
export function createDelayedDispatcher(input: {
  readonly local: Dispatcher;
  readonly delayMs: number;
  readonly clock: Clock;
  readonly reports: Pick<DispatchReports, 'settled'>;
}): DelayedDispatcher {
  const { local, delayMs, clock, reports } = input;
  const departures = createDepartures(clock);
  const waiting = new Map<Start & { readonly departure: Departure }, NodeJS.Timeout>();
  /** When attempts began, by `performance.now()`. */
  let begun: number[] = [];

  const begunLately = (): number => {
    const since = performance.now() - delayMs;
    begun = begun.filter((at) => at > since);
    return begun.length;
  };
  const again = ({ job, departure }: Start): void => {
    departure?.end();
    reports.settled(job, notTried(clock.now()), false);
  };
  const callBack = async (): Promise<void> => {
    for (const [start, timer] of waiting) {
      clearTimeout(timer);
      again(start);
    }
    waiting.clear();
  };

  return {
    waiting: () => waiting.size,
    // A job that waits needs no slot yet: probably as many become free meanwhile as lately.
    free: () => (local.free() <= 0 ? 0 : local.free() + begunLately() - waiting.size),
    inFlight: () => waiting.size + local.inFlight(),
    handedOut: () => 0,
    dispatch(undelayed) {
      const { job, startedAt } = undelayed;
      const departure = departures.of({ step: job.step.id, startedAt, delayMs });
      const start = { ...undelayed, departure };
      const begin = (): void => {
        waiting.delete(start);
        // If it waited for a free slot, it would leave later than its time.
        if (local.free() <= 0) return again(start);
        begun.push(performance.now());
        departure.begin();
        local.dispatch(start);
      };
      const waitMs = startedAt + delayMs - departures.leadMs() - clock.now();
      waiting.set(start, setTimeout(begin, Math.max(0, waitMs)));
    },
    callBack,
    async recall() {
      await callBack();
      await local.recall();
    },
    close: local.close,
  };
}
