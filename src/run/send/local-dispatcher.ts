import type { Slots } from '../decide/backpressure.ts';
import type { Verdict } from '../decide/retry.ts';
import type { WakeSignal } from '../run-control.ts';
import { type AttemptInput, attempt } from './attempt.ts';
import type { Dispatcher, DispatchReports, Start } from './dispatcher.ts';

export interface LocalDispatcherInput {
  readonly attempts: AttemptInput;
  readonly slots: Slots;
  /** Stops a skipping clock while a request is in flight. */
  readonly during: (<T>(work: () => Promise<T>) => Promise<T>) | undefined;
  readonly wakeSignal: WakeSignal;
  readonly reports: DispatchReports;
}

export interface LocalDispatcher extends Dispatcher {
  /** Slots that are not free. */
  taken(): number;
}

/**
 * Sends from this process. A slot is free as soon as an ordinary outcome is on its way to disk: the next intent shares its commit, so
 * the file never has more jobs `sending` than there are slots. What depends on the outcome waits until it is on disk.
 */
export function createLocalDispatcher(input: LocalDispatcherInput): LocalDispatcher {
  const { attempts, slots, during, wakeSignal, reports } = input;
  let inFlight = 0;
  let taken = 0;

  const send = async (start: Start): Promise<void> => {
    const { job } = start;
    let wasJudged = false;
    let holdsSlot = true;
    const freeSlot = (): void => {
      if (holdsSlot) taken--;
      holdsSlot = false;
      wakeSignal.notify();
    };
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
    inFlight--;
    freeSlot();
  };

  return {
    taken: () => taken,
    free: () => slots.concurrency - taken,
    inFlight: () => inFlight,
    handedOut: () => 0,
    sendsAll: () => true,
    dispatch(start) {
      inFlight++;
      taken++;
      void send(start);
    },
    async recall() {
      while (inFlight > 0) await wakeSignal.listen().woken();
    },
    close: () => undefined,
  };
}

/** It ends its job and changes nothing for others. After any other verdict another job may be next, or none. */
export function isOrdinary({ kind }: Verdict): boolean {
  return kind === 'accepted' || kind === 'rejected' || kind === 'inDoubt';
}
