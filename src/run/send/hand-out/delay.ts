import { StateError } from '../../../ledger/state-trouble.ts';

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
