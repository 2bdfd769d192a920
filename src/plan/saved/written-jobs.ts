import { readDrop } from '../../schedule/reasons.ts';
import type { PlannedJobs, SkippedJobs } from '../plan.ts';

/** What a plan as JSON has of a step's jobs. */
export interface WrittenJobs {
  readonly pending?: number;
  /** By reason. */
  readonly skipped?: Readonly<Record<string, number>>;
}

/** A step of it, as `plan/` counts its jobs. */
export function stepJobs({ jobs }: { readonly jobs: WrittenJobs }): {
  readonly jobs: Pick<PlannedJobs, 'pending' | 'skipped'>;
} {
  return { jobs: { pending: jobs.pending ?? 0, skipped: skippedIn(jobs) } };
}

export function skippedIn(jobs: WrittenJobs | undefined): readonly SkippedJobs[] {
  return Object.entries(jobs?.skipped ?? {}).flatMap(([text, count]) => {
    const reason = readDrop(text);
    return reason === undefined ? [] : [{ reason, jobs: count }];
  });
}
