import type { JobRecord } from '../../job/job.ts';
import { onlyAsked } from '../../job/only-asked.ts';
import { minuteMs } from '../../time/wall-clock.ts';

/**
 * A request without an answer may still be carried out so long after it was started (assumption `lost.arrival`): it ends after 30 s,
 * and the machine, or a proxy, may repeat for minutes what was in its buffers.
 */
export const lateArrivalMs = 3 * minuteMs;

/**
 * For how long a person must not have a job sent again that was claimed so long ago; 0 where that needs no wait: a query reaches nobody.
 * A natural key does not make the wait unnecessary. If the second request is refused before the lost one arrives, the job is
 * recorded as rejected, and its recipient is reached after all.
 */
export function resendableIn(job: JobRecord, ageMs: number): number {
  if (job.state !== 'inDoubt' || job.at === undefined || onlyAsked(job)) return 0;
  return Math.max(0, lateArrivalMs - ageMs);
}
