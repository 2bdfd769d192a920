import type { Campaign } from '../../campaign/campaign.ts';
import { formatAddress, type JobAddress, jobId } from '../../job/address.ts';
import type { JobRecord } from '../../job/job.ts';
import { listJobs, type RunLease } from '../../ledger/backend.ts';
import type { Change, Settled } from '../../ledger/change.ts';
import type { Instant } from '../../platform/ports.ts';
import { type Resumption, resumptionOf } from './resumption.ts';

/** Settles the jobs that a process left `sending` when it died, whose bytes may have left. */
export async function recover(
  campaign: Campaign,
  lease: RunLease,
  now: Instant,
  /** Those of them whose retry would be another request, as the files were edited since. */
  editedOf?: (left: readonly JobRecord[]) => Promise<ReadonlySet<JobAddress>>,
): Promise<{ again: number; edited: number; inDoubt: number }> {
  const steps = new Map(campaign.steps.map((step) => [step.id, step]));
  const left = await listJobs(lease, { state: 'sending' });
  const changed = await editedOf?.(left);
  const resumptions = left.map((job) => resumptionOf(job, steps.get(job.step), false));
  const settled = left.map((job, at): Change => ({ kind: 'settle', to: settledAs(job, resumptions[at]!, now) }));
  if (settled.length > 0) await lease.apply(settled);
  const count = (resumption: Resumption): number => resumptions.filter((one) => one === resumption).length;
  const edited = left.filter(
    (job, at) => resumptions[at] === 'retry' && changed?.has(formatAddress(job)) === true,
  ).length;
  return { again: count('retry') - edited, edited, inDoubt: count('inDoubt') };
}

export function settledAs({ step, key, attempts }: JobRecord, resumption: Resumption, at: Instant): Settled {
  const settled = { ...jobId(step, key), attempt: attempts, at };
  const reason = 'the process died before the answer was saved';
  switch (resumption) {
    case 'retry':
      return { ...settled, state: 'pending', doubtful: true, reason };
    case 'inDoubt':
      return { ...settled, state: 'inDoubt', reason };
    case 'forget':
      return {
        ...settled,
        state: 'pending',
        reason: 'the process died, and the step was removed from the campaign',
      };
    case 'unchanged':
      throw new Error(`a job that is sending has no answer: ${step}`);
    default:
      return resumption satisfies never;
  }
}
