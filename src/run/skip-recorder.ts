import { formatAddress } from '../job/address.ts';
import type { Instant } from '../platform/ports.ts';
import { dropSentence } from '../schedule/drop-reason.ts';
import type { Decision } from '../schedule/scheduler.ts';
import type { Store } from '../state/store.ts';
import type { RunEvent } from './event.ts';

/** Takes down who will not be reached. Recipients are many, memory is not: so many at a time are on their way to the disk. */
export interface SkipRecorder {
  add(decision: Dropping, now: Instant): Promise<void>;
  onDisk(): Promise<void>;
}

type Dropping = Extract<Decision, { kind: 'drop' }>;

const dropsAtOnce = 1_000;

export function createSkipRecorder(
  store: Pick<Store, 'drop'>,
  emit: (event: RunEvent) => void,
  onFailure: (error: unknown) => void,
): SkipRecorder {
  let drops: Promise<void>[] = [];
  const onDisk = async (): Promise<void> => {
    await Promise.all(drops);
    drops = [];
  };
  return {
    onDisk,
    async add({ job, state, reason: why, judgedAt }, now) {
      const reason = state === 'inDoubt' ? `an answer was lost, and ${dropSentence(why)}` : why;
      const id = job.key === undefined ? { step: job.step.id } : { step: job.step.id, key: job.key };
      drops.push(store.drop(id, state, reason, judgedAt).catch(onFailure));
      emit({ event: 'job', at: now, address: formatAddress(id), state, attempts: job.attempts, reason });
      if (drops.length >= dropsAtOnce) await onDisk();
    },
  };
}
