import type { Host } from '../../platform/ports.ts';
import { exitCode } from '../exit-code.ts';

/** A person who pressed Ctrl-C sees the key, and not the name of the signal, for the second time. */
export function stoppingText(signal: string, what: string): string {
  return `${signal}: ${what}. ${signal === 'SIGINT' ? 'Press Ctrl-C again' : 'Send it again'} to quit now.`;
}

/** Aborted by the first signal, with its name as the reason; the second one ends the process. `what` is done then. */
export function stopOnSignal({ signals, console }: Host, what: string) {
  const stop = new AbortController();
  const stopListening = signals.onStop((name) => {
    if (stop.signal.aborted) signals.quit(exitCode.stopped);
    console.err(`${stoppingText(name, what)}\n`);
    stop.abort(name);
  });
  return { stop, stopListening };
}

/** No answer, as without a terminal, does not mean yes. */
export function saysYes(answer: string | undefined): boolean {
  return /^\s*y(?:es)?\s*$/i.test(answer ?? '');
}
