import type { LimitFunction } from 'p-limit';
import type { ScheduledJob } from '../../schedule/scheduler.ts';
import type { Verdict } from '../decide/retry.ts';
import type { WakeSignal } from '../run-control.ts';
import { type AttemptInput, attempt } from './attempt.ts';
import type { Dispatcher, DispatchReports, Start } from './dispatcher.ts';

export interface LocalDispatcherInput {
  readonly attempts: AttemptInput;
  /** The slots. A job is queued in it only where a delayed dispatcher gave it out before a slot was free. */
  readonly limit: LimitFunction;
  /** Stops a skipping clock while a request is in flight. */
  readonly during: (<T>(work: () => Promise<T>) => Promise<T>) | undefined;
  readonly wakeSignal: WakeSignal;
  readonly reports: DispatchReports;
}

/**
 * Sends from this process. A slot is free as soon as an ordinary outcome is on its way to disk: the next intent shares its commit, so
 * the file never has more jobs `sending` than there are slots. What depends on the outcome waits until it is on disk.
 */
export function createLocalDispatcher(input: LocalDispatcherInput): Dispatcher {
  const { attempts, limit, during, wakeSignal, reports } = input;
  const inFlight = new Set<ScheduledJob>();

  const send = async (start: Start, freeSlot: () => void): Promise<void> => {
    const { job } = start;
    let wasJudged = false;
    const work = () =>
      attempt(attempts, start, reports.holdReason, (verdict, now) => {
        wasJudged = true;
        reports.judged(start, verdict, now);
        if (isOrdinary(verdict)) freeSlot();
      });
    try {
      const settlement = await (during === undefined ? work() : during(work));
      reports.settled(job, settlement, wasJudged);
    } catch (error) {
      reports.failed(error);
    }
    start.departure?.end();
    inFlight.delete(job);
    freeSlot();
    wakeSignal.notify();
  };
  const inSlot = (start: Start): Promise<void> => new Promise((freeSlot) => void send(start, freeSlot));

  return {
    free: () => limit.concurrency - limit.activeCount,
    inFlight: () => inFlight.size,
    dispatch(start) {
      inFlight.add(start.job);
      void limit(inSlot, start).then(wakeSignal.notify);
    },
    async recall() {
      while (inFlight.size > 0) await wakeSignal.listen().woken();
    },
    close: () => undefined,
  };
}

/** It ends its job and changes nothing for others. After any other verdict another job may be next, or none. */
export function isOrdinary({ kind }: Verdict): boolean {
  return kind === 'accepted' || kind === 'rejected' || kind === 'inDoubt';
}
