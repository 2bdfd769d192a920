import type { RunResult } from './run.ts';

/** How a run ended, for the state file and the command line's exit code. */
export const endCode = { done: 0, withFailures: 3, stopped: 4 } as const;

export type EndCode = (typeof endCode)[keyof typeof endCode];

export function endCodeOf({ ended, kept, summary: { rejected, inDoubt } }: RunResult): EndCode {
  if (ended === 'stopped') return endCode.stopped;
  return rejected + inDoubt + kept.length > 0 ? endCode.withFailures : endCode.done;
}
