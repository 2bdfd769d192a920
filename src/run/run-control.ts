import type { StopRequest } from './stop-reason.ts';

type ControlState =
  | { readonly kind: 'run' }
  | { readonly kind: 'pause' }
  | { readonly kind: 'drain'; readonly reason: StopRequest };

/** What was requested of a run: by Ctrl-C, or by `pause`, `cancel` and `reconcile` from another terminal. */
export function createRunControl() {
  const wakeSignal = createWakeSignal();
  let requested: ControlState = { kind: 'run' };
  let decisions = 0;
  const request = (next: ControlState): void => {
    if (requested.kind === 'drain' || requested.kind === next.kind) return;
    requested = next;
    wakeSignal.notify();
  };
  return {
    requested: (): ControlState => requested,
    /** No new jobs start; the run ends when the jobs in flight are answered. The first request counts. */
    drain: (reason: StopRequest): void => request({ kind: 'drain', reason }),
    /** No new jobs start until `unpause`. */
    pause: (): void => request({ kind: 'pause' }),
    unpause: (): void => request({ kind: 'run' }),
    /** How often people have decided on jobs, as far as it is known here; `Requests.decisions`. */
    decisions: (): number => decisions,
    noteDecisions(count: number): void {
      if (count <= decisions) return;
      decisions = count;
      wakeSignal.notify();
    },
    wakeSignal,
  };
}

export type RunControl = ReturnType<typeof createRunControl>;

export interface Wake {
  /** Resolves at the notification. */
  woken(): Promise<void>;
  /** The same for timers. Created on demand, because an AbortSignal takes microseconds. */
  signal(): AbortSignal;
}

/** Wakes the run when something changes. A notification that comes before the wait is kept. */
export function createWakeSignal() {
  let wake = createWake();
  return {
    notify: (): void => wake.now(),
    /** The next notification; drops one that has come already. */
    listen(): Wake {
      if (wake.isOver()) wake = createWake();
      return wake;
    },
  };
}

export type WakeSignal = ReturnType<typeof createWakeSignal>;

/** Without a given reason each abort creates an exception with a stack trace. */
const abortReason = 'woken';

function createWake(): Wake & { now(): void; isOver(): boolean } {
  let over = false;
  let controller: AbortController | undefined;
  let waiting: (() => void)[] = [];
  return {
    isOver: () => over,
    now() {
      if (over) return;
      over = true;
      controller?.abort(abortReason);
      for (const resolve of waiting) resolve();
      waiting = [];
    },
    woken: () => (over ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve))),
    signal() {
      controller ??= new AbortController();
      if (over) controller.abort(abortReason);
      return controller.signal;
    },
  };
}

/** Work that is done once at a time: what is asked for while it is under way is done by one more. `isOver`: it is not begun again. */
export function oneAtATime(work: () => Promise<void>, isOver: () => boolean): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isWanted = false;
  const run = async (): Promise<void> => {
    while (isWanted && !isOver()) {
      isWanted = false;
      await work();
    }
    running = undefined;
  };
  return () => {
    isWanted = true;
    running ??= run();
    return running;
  };
}
