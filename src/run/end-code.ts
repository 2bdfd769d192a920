import type { RunResult } from './run.ts';

/** How a run ended, for the state file and the command line's exit code. */
export const endCode = { done: 0, withFailures: 3, stopped: 4 } as const;

export type EndCode = (typeof endCode)[keyof typeof endCode];

export function endCodeOf({ ended, reason, kept, summary: { rejected, inDoubt } }: RunResult): EndCode {
  if (reason !== undefined) return endCode.stopped;
  // A person must look at these before the same command makes sense.
  if (rejected + inDoubt + kept.length > 0) return endCode.withFailures;
  return ended === 'stopped' ? endCode.stopped : endCode.done;
}
