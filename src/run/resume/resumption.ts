import type { Step } from '../../campaign/campaign.ts';
import { type JobRecord, onlyAsked } from '../../job/job.ts';
import { operations } from '../../service/operations/operations.ts';
import { recoveryOf } from '../decide/retry.ts';

/** What a run that starts now makes of a recorded job, before it starts anything. */
export type Resumption =
  | 'unchanged'
  /** Its answer was lost, and it can be sent again: pending, and doubtful. */
  | 'retry'
  /** Its answer was lost, but it only asked, and the step is gone: pending, and nobody asks again. */
  | 'forget'
  /** Its answer was lost, and a retry is not possible, or would be another request. */
  | 'inDoubt';

/** The one place that decides it: the engine records the result, and plan, status and `why` show it before. */
export function resumptionOf(
  job: Pick<JobRecord, 'state' | 'requestHash'>,
  /** Undefined where the campaign no longer has it. */
  step: Step | undefined,
  /** The files were edited since, so that its retry would be another request. */
  isEdited: boolean,
): Resumption {
  if (job.state !== 'sending' && job.state !== 'pending') return 'unchanged';
  if (isEdited) return 'inDoubt';
  if (job.state === 'pending') return 'unchanged';
  const isStillAsked = step !== undefined && operations[step.uses].effect === 'query';
  if (onlyAsked(job) && !isStillAsked) return 'forget';
  return step === undefined || recoveryOf(step) === 'manual' ? 'inDoubt' : 'retry';
}
