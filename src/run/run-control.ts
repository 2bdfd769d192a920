/** What a run has been told: by Ctrl-C, by `pause` and `cancel` from another terminal. */
export interface RunControl {
  readonly told: () => ControlState;
  /** Nothing new starts; what is in flight is awaited; then the run ends. The first reason counts. */
  drain(reason: string): void;
  /** Nothing new starts until `unpause`. */
  pause(): void;
  unpause(): void;
  readonly bell: WakeSignal;
}

export type ControlState =
  | { readonly kind: 'run' }
  | { readonly kind: 'pause' }
  | { readonly kind: 'drain'; readonly reason: string };

export function createRunControl(): RunControl {
  const bell = createWakeSignal();
  let told: ControlState = { kind: 'run' };
  const tell = (next: ControlState): void => {
    if (told.kind === 'drain' || told.kind === next.kind) return;
    told = next;
    bell.ring();
  };
  return {
    told: () => told,
    drain: (reason) => tell({ kind: 'drain', reason }),
    pause: () => tell({ kind: 'pause' }),
    unpause: () => tell({ kind: 'run' }),
    bell,
  };
}

/** Wakes whoever waits for something to change. A ring that nobody heard is kept for the next. */
export interface WakeSignal {
  ring(): void;
  /** The next ring, and the forgetting of the one that has been heard. */
  listen(): Wake;
}

export interface Wake {
  /** Resolves when it rings. */
  heard(): Promise<void>;
  /** The same for timers. Made when it is asked for: a signal takes as long as a request's whole journal. */
  signal(): AbortSignal;
}

export function createWakeSignal(): WakeSignal {
  let ring = createWake();
  return {
    ring: () => ring.now(),
    listen() {
      if (ring.isOver()) ring = createWake();
      return ring;
    },
  };
}

/** Without a reason of its own each abort makes an exception, with its stack. */
const rung = 'rung';

function createWake(): Wake & { now(): void; isOver(): boolean } {
  let over = false;
  let controller: AbortController | undefined;
  let waiting: (() => void)[] = [];
  return {
    isOver: () => over,
    now() {
      if (over) return;
      over = true;
      controller?.abort(rung);
      for (const resolve of waiting) resolve();
      waiting = [];
    },
    heard: () => (over ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve))),
    signal() {
      controller ??= new AbortController();
      if (over) controller.abort(rung);
      return controller.signal;
    },
  };
}
