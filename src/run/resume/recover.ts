import type { Campaign } from '../../campaign/campaign.ts';
import { onlyAsked } from '../../job/only-asked.ts';
import type { Instant } from '../../platform/ports.ts';
import { operations } from '../../service/contract/operations.ts';
import type { Store } from '../../state/store.ts';
import { recoveryOf } from '../decide/retry.ts';

/**
 * Jobs that a process left `sending` when it died: their bytes may have left. Each takes its operation's way back: pending
 * and doubtful where it can be repeated under its key, in doubt where it cannot. A step that is no longer in the file is held,
 * unless it only asked: nobody was reached, and it counts as neither.
 */
export async function recover(
  campaign: Campaign,
  store: Store,
  now: Instant,
): Promise<{ again: number; inDoubt: number }> {
  const steps = new Map(campaign.steps.map((step) => [step.id, step]));
  const left = [...store.jobs({ state: 'sending' })];
  let again = 0;
  let inDoubt = 0;
  await Promise.all(
    left.map((job) => {
      const step = steps.get(job.step);
      const id = job.key === undefined ? { step: job.step } : { step: job.step, key: job.key };
      const settled = { ...id, attempt: job.attempts, at: now };
      const asksStill = step !== undefined && operations[step.uses].effect === 'query';
      if (onlyAsked(job) && !asksStill) {
        return store.settle({
          ...settled,
          state: 'pending',
          reason: 'the process died, and the step was removed from the campaign',
        });
      }
      if (step === undefined || recoveryOf(step) === 'manual') {
        inDoubt++;
        return store.settle({ ...settled, state: 'inDoubt', reason: 'the process died before the answer was saved' });
      }
      again++;
      return store.settle({
        ...settled,
        state: 'pending',
        doubtful: true,
        reason: 'the process died before the answer was saved',
      });
    }),
  );
  return { again, inDoubt };
}
