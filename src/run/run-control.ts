/** What a run has been told: by Ctrl-C, by `pause` and `cancel` from another terminal. */
export interface RunControl {
  readonly told: () => Told;
  /** Nothing new starts; what is in flight is awaited; then the run ends. The first reason counts. */
  drain(reason: string): void;
  /** Nothing new starts until `unpause`. */
  pause(): void;
  unpause(): void;
  readonly bell: Bell;
}

export type Told =
  | { readonly kind: 'run' }
  | { readonly kind: 'pause' }
  | { readonly kind: 'drain'; readonly reason: string };

export function createRunControl(): RunControl {
  const bell = createBell();
  let told: Told = { kind: 'run' };
  const tell = (next: Told): void => {
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
export interface Bell {
  ring(): void;
  /** A signal that aborts at the next ring, and the forgetting of the one that has been heard. */
  listen(): AbortSignal;
}

export function createBell(): Bell {
  let controller = new AbortController();
  return {
    ring: () => controller.abort(),
    listen() {
      if (controller.signal.aborted) controller = new AbortController();
      return controller.signal;
    },
  };
}

/** Resolves at the next ring. */
export function rung(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
