import type { Host, StopSignal } from '../../platform/ports.ts';
import { exitCode } from '../options/exit-code.ts';

/** Ctrl-C in a rehearsal: the first one stops it and prints the results so far, the second one quits immediately. */
export interface StopBySignal {
  /** Its reason is the signal's name. */
  readonly signal: AbortSignal;
  /** The signal's name, once it has come. */
  stoppedBy(): string | undefined;
  stopListening(): void;
}

export function listenForStop({ console, signals }: Pick<Host, 'console' | 'signals'>): StopBySignal {
  const stop = new AbortController();
  const { signal } = stop;
  const onSignal = (name: StopSignal): void => {
    if (signal.aborted) signals.quit(exitCode.stopped);
    console.err(`${name}: stopping the rehearsal. Send it again to quit immediately.\n`);
    stop.abort(name);
  };
  return {
    signal,
    stoppedBy: () => (signal.aborted ? String(signal.reason) : undefined),
    stopListening: signals.onStop(onSignal),
  };
}
