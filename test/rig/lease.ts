import type { JobId } from '../../src/job/address.ts';
import type { Outputs } from '../../src/job/job.ts';
import type { RunLease } from '../../src/ledger/backend.ts';
import type { Decided, Dropped, Intent, Settled } from '../../src/ledger/change.ts';
import type { Instant } from '../../src/platform/ports.ts';

type Lease = Pick<RunLease, 'apply' | 'job'>;

/** One change each, as most tests make them. */
export const intend = (lease: Lease, to: Intent): Promise<void> => lease.apply([{ kind: 'intend', to }]);

export const settle = (lease: Lease, to: Settled): Promise<void> => lease.apply([{ kind: 'settle', to }]);

export const drop = (lease: Lease, id: JobId, state: Dropped['state'], reason: string, at: Instant): Promise<void> =>
  lease.apply([{ kind: 'drop', to: { ...id, state, reason, at } }]);

/** About the latest attempt. */
export async function decide(
  lease: Lease,
  id: JobId,
  state: Decided['state'],
  at: Instant,
  outputs?: Outputs,
): Promise<void> {
  const attempts = (await lease.job(id))?.attempts ?? 0;
  await lease.apply([
    { kind: 'decide', to: { ...id, attempts, state, at, ...(outputs === undefined ? {} : { outputs }) } },
  ]);
}
