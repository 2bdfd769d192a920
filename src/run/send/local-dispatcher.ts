import pLimit, { type LimitFunction } from 'p-limit';
import type { Slots } from '../decide/backpressure.ts';
import type { Verdict } from '../decide/retry.ts';
import type { WakeSignal } from '../run-control.ts';
import { type AttemptInput, attempt } from './attempt.ts';
import type { Dispatcher, DispatchReports, Start } from './dispatcher.ts';

interface LocalDispatcherInput {
  readonly attempts: AttemptInput;
  readonly slots: LocalSlots;
  /** Stops a skipping clock while a request is in flight. */
  readonly during: (<T>(work: () => Promise<T>) => Promise<T>) | undefined;
  readonly wakeSignal: WakeSignal;
  readonly reports: DispatchReports;
}

/** The slots of this process. Nobody else counts them; their number may be changed at any time. */
type LocalSlots = Slots & LimitFunction;

/**
 * The runner dispatches no job without a free slot: nothing ever waits in the queue of `p-limit`, which takes 800 bytes a job. A counter of
 * our own would save a microsecond a job, and was not worth it.
 */
export function createLocalSlots(concurrency: number): LocalSlots {
  return pLimit({ concurrency, rejectOnClear: true });
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
  const { attempts, slots, during = (work) => work(), wakeSignal, reports } = input;
  let inFlight = 0;
  const taken = (): number => slots.activeCount + slots.pendingCount;

  const send = async (start: Start, freeSlot: () => void): Promise<void> => {
    const { job } = start;
    let wasJudged = false;
    try {
      const settlement = await attempt(attempts, start, reports.holdReason, (verdict, now) => {
        wasJudged = true;
        reports.judged(start, verdict, now);
        if (isOrdinary(verdict)) freeSlot();
      });
      reports.settled(job, settlement, wasJudged);
    } catch (error) {
      reports.failed(error);
    }
    start.departure?.end();
    inFlight--;
    freeSlot();
    wakeSignal.notify();
  };

  return {
    taken,
    free: () => slots.concurrency - taken(),
    inFlight: () => inFlight,
    handedOut: () => 0,
    dispatch(start) {
      inFlight++;
      // A skipping clock does not skip before the scheduler knows the outcome: what waits for it counts from then.
      const untilFree = () => new Promise<void>((freeSlot) => void during(() => send(start, freeSlot)));
      // By then it is counted as free.
      void slots(untilFree).then(wakeSignal.notify);
    },
    callBack: async () => undefined,
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
