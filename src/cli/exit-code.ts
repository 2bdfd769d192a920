import { visibleLine } from '../diagnostic/visible-text.ts';
import type { Console } from '../platform/ports.ts';
import { endCode } from '../run/run-state.ts';

/** What the process ends with; the meaning of each is a promise (`docs/cli.md`). */
export const exitCode = {
  /** Done; nothing wrong, nothing left to do. */
  done: endCode.done,
  /** The input has findings. */
  findings: 1,
  /** Could not run: usage, no such file, no settings, state locked or damaged. */
  couldNotRun: 2,
  /** Finished, but some jobs were rejected or are in doubt. */
  finishedWithFailures: endCode.withFailures,
  /** Stopped with work left: the same command resumes. */
  stopped: endCode.stopped,
  /** `plan --against --exit-code`: something differs. */
  different: 5,
  /** Everything was done, but not all of the output could be written. Not `couldNotRun`: a script must not repeat a request for it. */
  outputLost: 6,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** Says on stderr why a command cannot do what it was asked. */
export function couldNot({ console }: { readonly console: Pick<Console, 'err'> }, message: string): ExitCode {
  console.err(`${visibleLine(message)}\n`);
  return exitCode.couldNotRun;
}

/** Prints what a command has found or done: as one line of JSON, as a table, or as text. */
export function answer(
  { console }: { readonly console: Pick<Console, 'out'> },
  format: string,
  { json, text, csv = text }: { readonly json: unknown; readonly text: string; readonly csv?: string },
): ExitCode {
  console.out({ json: `${JSON.stringify(json)}\n`, csv }[format] ?? text);
  return exitCode.done;
}
