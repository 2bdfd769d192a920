import type { Instant } from '../platform/ports.ts';
import type { ScheduledJob, Settlement } from './scheduler.ts';
import { leavesDoubt } from './step-jobs.ts';
import { endNotBefore, type StepState, stop } from './step-state.ts';

/** Records what became of a job that was started. */
export function settleJob(state: StepState, job: ScheduledJob, settlement: Settlement, now: Instant): void {
  const index = job.recipient ?? 0;
  const { jobs, firstStarts } = state;
  state.inFlight--;
  switch (settlement.kind) {
    case 'settled':
      jobs.setState(index, settlement.state);
      firstStarts.delete(index);
      endNotBefore(state, (settlement.state === 'skipped' ? jobs.droppedAt(index) : undefined) ?? now);
      return;
    case 'again': {
      const before = jobs.retries.get(index);
      const { attempted, doubtful = before?.doubtful ?? false, notBefore, heldBy } = settlement;
      const counts = attempted || settlement.doubtful === true;
      jobs.setState(index, 'pending');
      jobs.setRetry(index, {
        attempts: job.attempts + (attempted ? 1 : 0),
        notBefore,
        firstAt: before?.firstAt ?? (counts ? firstStarts.get(index) : undefined),
        doubtful: doubtful && leavesDoubt(job.step),
        heldBy,
      });
      state.queue?.requeue(index, notBefore);
      return;
    }
    case 'stopStep':
      jobs.setState(index, 'pending');
      stop(state, settlement.reason, now);
      return;
    default:
      return settlement satisfies never;
  }
}
