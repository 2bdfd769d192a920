import { doneBefore } from '../../report/run/event-text.ts';
import type { RunEvent } from '../../run/event.ts';

export interface StepCount {
  readonly step: string;
  readonly total: number;
  /** By earlier processes. */
  readonly before: number;
  done: number;
}

/** How many jobs of each open step have an outcome. A step of one job is over too soon to be shown. */
export interface StepCounts {
  onEvent(event: RunEvent): void;
  open(): readonly StepCount[];
}

export function createStepCounts(): StepCounts {
  const counts = new Map<string, StepCount>();
  return {
    onEvent(event) {
      if (event.event === 'step' && event.state !== 'open') counts.delete(event.step);
      else if (event.event === 'step' && event.jobs.toDo > 1) {
        const before = doneBefore(event.jobs);
        counts.set(event.step, { step: event.step, total: event.jobs.toDo + before, before, done: before });
      } else if (event.event === 'job' && event.state !== 'again') {
        const count = counts.get(event.job.step);
        if (count !== undefined) count.done++;
      }
    },
    open: () => [...counts.values()],
  };
}
