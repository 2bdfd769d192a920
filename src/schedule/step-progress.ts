import type { StepProgress } from './scheduler.ts';
import type { StepState } from './step-state.ts';

export function stepProgress(line: StepState): StepProgress {
  const { jobs } = line;
  return {
    step: line.step.id,
    state: line.status,
    ...(line.reason === undefined ? {} : { reason: line.reason }),
    // One literal: it is asked for after every wait.
    counts: {
      pending: jobs.count('pending'),
      sending: jobs.count('sending'),
      accepted: jobs.count('accepted'),
      rejected: jobs.count('rejected'),
      inDoubt: jobs.count('inDoubt'),
      skipped: jobs.count('skipped'),
      expired: jobs.count('expired'),
      cancelled: jobs.count('cancelled'),
    },
    ...(line.startedAt === undefined ? {} : { starts: line.startedAt }),
    ...(line.endedAt === undefined ? {} : { ends: line.endedAt }),
  };
}
