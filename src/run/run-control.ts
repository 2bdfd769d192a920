import type { StopRequest } from './stop-reason.ts';

/** What was requested of a run: by Ctrl-C, or by `pause`, `cancel` and `reconcile` from another terminal. */
export interface RunControl {
  readonly requested: () => ControlState;
  /** No new jobs start; the run ends when the jobs in flight are answered. The first request counts. */
  drain(reason: StopRequest): void;
  /** No new jobs start until `unpause`. */
  pause(): void;
  unpause(): void;
  /** How often people have decided on jobs, as far as it is known here; `Requests.decisions`. */
  readonly decisions: () => number;
  noteDecisions(count: number): void;
  readonly wakeSignal: WakeSignal;
}

export type ControlState =
  | { readonly kind: 'run' }
  | { readonly kind: 'pause' }
  | { readonly kind: 'drain'; readonly reason: StopRequest };

export function createRunControl(): RunControl {
  const wakeSignal = createWakeSignal();
  let requested: ControlState = { kind: 'run' };
  let decisions = 0;
  const request = (next: ControlState): void => {
    if (requested.kind === 'drain' || requested.kind === next.kind) return;
    requested = next;
    wakeSignal.notify();
  };
  return {
    requested: () => requested,
    drain: (reason) => request({ kind: 'drain', reason }),
    pause: () => request({ kind: 'pause' }),
    unpause: () => request({ kind: 'run' }),
    decisions: () => decisions,
    noteDecisions(count) {
      if (count <= decisions) return;
      decisions = count;
      wakeSignal.notify();
    },
    wakeSignal,
  };
}

/** Wakes the run when something changes. A notification that comes before the wait is kept. */
export interface WakeSignal {
  notify(): void;
  /** The next notification; drops one that has come already. */
  listen(): Wake;
}

export interface Wake {
  /** Resolves at the notification. */
  woken(): Promise<void>;
  /** The same for timers. Created on demand, because an AbortSignal takes microseconds. */
  signal(): AbortSignal;
}

export function createWakeSignal(): WakeSignal {
  let wake = createWake();
  return {
    notify: () => wake.now(),
    listen() {
      if (wake.isOver()) wake = createWake();
      return wake;
    },
  };
}

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
