import type { RunEvent } from '../run/event.ts';

export type OnEvent = ((event: RunEvent) => unknown) | undefined;

/** The listener of a program, which may be async: when it rejects, the run must stop, as when it throws. */
export function createListener(onEvent: OnEvent, stop: () => void) {
  let handled: Promise<unknown> = Promise.resolve();
  return {
    emit(event: RunEvent): void {
      const answer = onEvent?.(event);
      if (!(answer instanceof Promise)) return;
      answer.catch(stop);
      handled = handled.then(() => answer);
      // It is awaited at the end, or the run has failed before.
      handled.catch(() => {});
    },
    /** Resolves when all events are handled, and rejects with the first failure. */
    handled: () => handled,
  };
}
