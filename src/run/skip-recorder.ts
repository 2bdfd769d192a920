import { jobId } from '../job/address.ts';
import type { Instant } from '../platform/ports.ts';
import { dropMeaning, dropText } from '../schedule/reasons.ts';
import type { Decision } from '../schedule/scheduler.ts';
import type { RunLease } from '../state/backend.ts';
import type { RunEvent } from './event.ts';

/** Records skipped jobs. There may be a million: it limits how many writes are open at once. */
export interface SkipRecorder {
  add(decision: Dropping, now: Instant): Promise<void>;
  onDisk(): Promise<void>;
}

type Dropping = Extract<Decision, { kind: 'drop' }>;

const writesAtOnce = 1_000;

export function createSkipRecorder(
  lease: Pick<RunLease, 'apply'>,
  emit: (event: RunEvent) => void,
  onFailure: (error: unknown) => void,
): SkipRecorder {
  let writes: Promise<void>[] = [];
  const onDisk = async (): Promise<void> => {
    await Promise.all(writes);
    writes = [];
  };
  return {
    onDisk,
    async add({ job, state, reason: why, decidedAt }, now) {
      const reason = state === 'inDoubt' ? `an answer was lost, and ${dropMeaning(why)}` : dropText(why);
      const id = jobId(job.step.id, job.key);
      writes.push(lease.apply([{ kind: 'drop', to: { ...id, state, reason, at: decidedAt } }]).catch(onFailure));
      emit({ event: 'job', at: now, job: id, state, attempts: job.attempts, reason });
      if (writes.length >= writesAtOnce) await onDisk();
    },
  };
}
