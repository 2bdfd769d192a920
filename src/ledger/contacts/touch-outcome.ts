import type { JobTimes } from '../../job/job.ts';

/**
 * What becomes of a job's touch: the contact was `made`, or may have been; it is `released`, because nothing was sent for certain; or
 * it stays `reserved`, because the job is still to be sent.
 */
export type TouchOutcome = 'made' | 'released' | 'reserved';

/** `job`: its record. `refusedAtOnce`: no attempt before the rejected one may have left. */
export function touchOutcome(
  job: Pick<JobTimes, 'state' | 'doubtful' | 'maybeSent'>,
  refusedAtOnce: boolean,
): TouchOutcome {
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
      return mayHaveLeft ? 'reserved' : 'released';
    case 'rejected':
      return refusedAtOnce ? 'released' : 'made';
    case 'skipped':
    case 'expired':
      return mayHaveLeft ? 'made' : 'released';
    default:
      return job.state satisfies never;
  }
}
