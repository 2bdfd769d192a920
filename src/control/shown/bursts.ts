import type { JobState } from '../../job/job.ts';
import type { Burst, JobsBy } from './views.ts';

/** Joins bursts that are within this time of each other. They are in order. */
export function joinBursts(bursts: readonly Burst[], gapMs: number): readonly Burst[] {
  const joined: Burst[] = [];
  for (const burst of bursts) {
    const last = joined.at(-1);
    if (last === undefined || burst.from - last.to > gapMs) joined.push(burst);
    else {
      const { from, to, jobs, by } = last;
      joined[joined.length - 1] = {
        from,
        to: Math.max(to, burst.to),
        jobs: jobs + burst.jobs,
        ...(by && { by: sumBy([last, burst]) }),
      };
    }
  }
  return joined;
}

/** What has become of all that was started in them. */
export function sumBy(bursts: readonly Burst[]): JobsBy {
  const sums: { [State in JobState]?: number } = {};
  for (const { by = {} } of bursts)
    for (const [state, jobs] of Object.entries(by) as [JobState, number][]) sums[state] = (sums[state] ?? 0) + jobs;
  return sums;
}
