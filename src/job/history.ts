import type { Instant } from '../platform/ports.ts';
import type { JobTimes } from './job.ts';

/** What the state file says has happened, as far as planning needs it. An empty one for a campaign that never ran. */
export interface History {
  /** Every job of a step that has a record, in any order. */
  forEachJob(step: string, visit: (job: JobTimes) => void): void;
  /** Starts of the latest attempts, oldest first, at most `limit`: they still count against the rates. */
  recentStarts(limit: number, step?: string): readonly Instant[];
  /** When this run began to be carried out; undefined when it never has been. */
  begunAt?(): Instant | undefined;
  /** Steps with records, those included that the campaign no longer has. */
  steps?(): readonly string[];
}

/** Of a campaign that never ran. */
export const emptyHistory: History = { forEachJob: () => undefined, recentStarts: () => [] };
