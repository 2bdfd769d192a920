import type { Console } from '../../platform/ports.ts';
import { exitCode } from '../options/exit-code.ts';

/** Ctrl-C in a rehearsal: the first one stops it and prints the results so far, the second one quits immediately. */
export interface StopBySignal {
  /** Its reason is the signal's name. */
  readonly signal: AbortSignal;
  /** The signal's name, once it has come. */
  stoppedBy(): string | undefined;
  stopListening(): void;
}

/** The signals that stop a command in good order. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export function listenForStop(console: Console): StopBySignal {
  const stop = new AbortController();
  const { signal } = stop;
  const onSignal = (name: NodeJS.Signals): void => {
    if (signal.aborted) process.exit(exitCode.stopped);
    console.err(`${name}: stopping the rehearsal. Send it again to quit immediately.\n`);
    stop.abort(name);
  };
  for (const name of stopSignals) process.on(name, onSignal);
  return {
    signal,
    stoppedBy: () => (signal.aborted ? String(signal.reason) : undefined),
    stopListening() {
      for (const name of stopSignals) process.off(name, onSignal);
    },
  };
}
