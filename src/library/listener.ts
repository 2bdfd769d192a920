import type { RunEvent } from '../run/event.ts';

export type OnEvent = ((event: RunEvent) => void) | undefined;

/** The listener of a program, which may be async: when it rejects, the run must stop, as when it throws. */
export function createListener(onEvent: OnEvent, stop: () => void) {
  let heard: Promise<unknown> = Promise.resolve();
  return {
    emit(event: RunEvent): void {
      const answer: unknown = onEvent?.(event);
      if (!(answer instanceof Promise)) return;
      answer.catch(stop);
      heard = heard.then(() => answer);
      // It is awaited at the end, or the run has failed before.
      heard.catch(() => {});
    },
    /** Resolves when all events were heard, and rejects with the first failure. */
    heard: () => heard,
  };
}
