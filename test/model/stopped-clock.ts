import { createVirtualClock, type VirtualClock } from '../../src/platform/clocks.ts';
import type { Instant } from '../../src/platform/ports.ts';

/** Virtual time that goes on only when it is asked to. */
export interface StoppedClock extends VirtualClock {
  advanceTo(until: Instant): Promise<void>;
  /** Resolves when all that can be done at this instant is done. */
  settled(): Promise<void>;
}

/** Turns of the event loop without any work under way: what goes on in microtasks alone is over by then. */
const quietTurns = 5;

export function createStoppedClock(start: Instant): StoppedClock {
  const clock = createVirtualClock(start);
  let goOn = (): void => undefined;
  let working = 0;
  const stop = (): void => void clock.hold(() => new Promise<void>((resolve) => (goOn = resolve)));
  stop();
  return {
    ...clock,
    async hold(work) {
      working++;
      try {
        return await clock.hold(work);
      } finally {
        working--;
      }
    },
    async advanceTo(until) {
      const reached = clock.sleepUntil(until);
      goOn();
      await reached;
      stop();
    },
    async settled() {
      for (let quiet = 0; quiet < quietTurns; quiet = working === 0 ? quiet + 1 : 0) {
        await new Promise(setImmediate);
      }
    },
  };
}
