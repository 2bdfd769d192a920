import { formatAddress, type JobAddress } from '../../job/address.ts';
import type { History } from '../../job/history.ts';
import type { JobRecord } from '../../job/job.ts';
import { recoveryOf } from '../decide/retry.ts';
import { jobCounts, jobsIn } from '../summary.ts';
import { editedInFlight, stepsByName } from './edited-in-flight.ts';
import type { EditsInput } from './edits.ts';

/** What is recorded, as the next run takes it. */
export interface ResumedHistory {
  readonly history: Required<History>;
  /** Jobs whose answer was lost and that come to be in doubt, as the files have been edited since: their repeat would be another request. */
  readonly edited: readonly JobAddress[];
}

/**
 * For a plan that is made when the process is gone: what it left without an answer is to be sent again where its operation has
 * a way back, as in `recover`, and is in doubt where it has none, or where the repeat would not be the same request any more.
 */
export async function resumedHistory(input: EditsInput): Promise<ResumedHistory> {
  const { loaded, store } = input;
  const stepOf = stepsByName(loaded.campaign.steps);
  const counts = jobCounts(store);
  const open = [...jobsIn(store, counts, 'sending'), ...jobsIn(store, counts, 'pending')];
  const edited = await editedInFlight(input, counts, open);
  const asTaken = <T extends Pick<JobRecord, 'step' | 'key' | 'state'>>(job: T): T => {
    if (job.state !== 'sending' && job.state !== 'pending') return job;
    if (edited.size > 0 && edited.has(formatAddress(job))) return { ...job, state: 'inDoubt' };
    const step = stepOf.get(job.step);
    return job.state === 'pending' || step === undefined || recoveryOf(step) === 'manual'
      ? job
      : { ...job, state: 'pending', doubtful: true };
  };
  return {
    edited: [...edited],
    history: {
      recentStarts: (limit, step) => store.recentStarts(limit, step),
      steps: () => store.steps(),
      begunAt: () => store.begunAt(),
      forEachJob: (id, visit) => store.forEachJob(id, (job) => visit(asTaken(job))),
    },
  };
}
