import type { Instant } from '../platform/ports.ts';
import type { ScheduledJob, Settlement } from './scheduler.ts';
import { leavesDoubt } from './step-jobs.ts';
import { endNotBefore, type StepState } from './step-state.ts';

/** Takes down what became of a job that was started. */
export function settleJob(line: StepState, job: ScheduledJob, settlement: Settlement, now: Instant): void {
  const index = job.recipient ?? 0;
  const { jobs } = line;
  line.inFlight--;
  switch (settlement.kind) {
    case 'settled':
      jobs.setState(index, settlement.state);
      line.firstStarts.delete(index);
      endNotBefore(line, (settlement.state === 'skipped' ? jobs.judgedAt(index) : undefined) ?? now);
      return;
    case 'again': {
      const counts = settlement.attempted || settlement.doubtful === true;
      const firstAt = jobs.retry(index)?.firstAt ?? (counts ? line.firstStarts.get(index) : undefined);
      jobs.setState(index, 'pending');
      jobs.setRetry(index, {
        attempts: job.attempts + (settlement.attempted ? 1 : 0),
        notBefore: settlement.notBefore,
        ...(firstAt === undefined ? {} : { firstAt }),
        doubtful: (settlement.doubtful ?? jobs.retry(index)?.doubtful ?? false) && leavesDoubt(job.step),
        heldBy: settlement.heldBy,
      });
      line.queue?.requeue(index, settlement.notBefore);
      return;
    }
    case 'stopStep':
      jobs.setState(index, 'pending');
      line.status = 'stopped';
      line.reason = settlement.reason;
      line.endedAt = now;
      return;
    default: {
      const unknown: never = settlement;
      return unknown;
    }
  }
}
