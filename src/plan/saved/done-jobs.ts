import type { Step } from '../../campaign/campaign.ts';
import { formatAddress, type JobAddress } from '../../job/address.ts';
import { forEachJob, type History } from '../../job/history.ts';

/** Jobs in flight or with an outcome. Skipped and expired ones are not among them: each run judges those again. */
export function doneJobs(steps: readonly Pick<Step, 'id'>[], history: History): ReadonlySet<JobAddress> {
  const done = new Set<JobAddress>();
  for (const { id } of steps) {
    forEachJob(history, id, (job) => {
      if (job.state !== 'pending' && job.state !== 'skipped' && job.state !== 'expired') done.add(formatAddress(job));
    });
  }
  return done;
}
