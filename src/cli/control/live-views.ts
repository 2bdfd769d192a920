import type { Clock } from '../../platform/ports.ts';

/** Views that are looked at again every second, and at once when something was done here. */
export interface LiveViews {
  /** The view whenever it differs, until the signal aborts. The first one waits for nothing that takes long to read. */
  follow(look: (starts: 'known' | 'new') => Promise<object>, signal: AbortSignal): AsyncIterable<object>;
  lookAgain(): void;
}

const everyMs = 1_000;

export function createLiveViews(clock: Clock): LiveViews {
  const sleeping = new Set<() => void>();
  return {
    async *follow(look, signal) {
      let last = '';
      while (!signal.aborted) {
        const view = await look(last === '' ? 'known' : 'new');
        // The clock alone is not a change.
        const text = JSON.stringify(view, (key, value: unknown) => (key === 'now' ? undefined : value));
        if (text !== last) yield view;
        last = text;
        const awake = new AbortController();
        const wake = (): void => awake.abort();
        sleeping.add(wake);
        signal.addEventListener('abort', wake);
        await clock.sleepUntil(clock.now() + everyMs, awake.signal);
        signal.removeEventListener('abort', wake);
        sleeping.delete(wake);
      }
    },
    lookAgain() {
      for (const wake of sleeping) wake();
    },
  };
}
