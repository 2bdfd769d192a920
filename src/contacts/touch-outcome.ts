import type { JobTimes } from '../job/job.ts';

/**
 * What becomes of a job's touch: the contact was `made`, or may have been; it is `released`, because nothing was sent for certain; or
 * it stays `reserved`, because the job is still to be sent.
 */
export type TouchOutcome = 'made' | 'released' | 'reserved';

/** `job`: its record; without one no intent was written. `mayHaveLeftBefore`: an attempt before the latest may have reached somebody. */
export function touchOutcome(
  job: Pick<JobTimes, 'state' | 'doubtful' | 'maybeSent'> | undefined,
  mayHaveLeftBefore: boolean,
): TouchOutcome {
  if (job === undefined) return 'released';
  const mayHaveLeft = job.doubtful === true || job.maybeSent === true;
  switch (job.state) {
    case 'accepted':
    case 'inDoubt':
    // A person gave it up after a doubt.
    case 'cancelled':
      return 'made';
    case 'sending':
      return 'reserved';
    case 'pending':
      return mayHaveLeft || mayHaveLeftBefore ? 'reserved' : 'released';
    case 'rejected':
      return mayHaveLeftBefore ? 'made' : 'released';
    case 'skipped':
    case 'expired':
      return mayHaveLeft ? 'made' : 'released';
    default:
      return job.state satisfies never;
  }
}
