import type { Campaign } from '../../campaign/campaign.ts';
import { forEachRow } from '../../job/history.ts';
import { mayHaveContacted } from '../../job/job.ts';
import type { StateBackend } from '../../ledger/backend.ts';

/** Whom a run has reached, or may have: they stay in an audience that tracks its source when the source no longer has them. */
export async function reachedKeys(
  audience: string,
  { id, steps }: Campaign,
  run: string,
  backend: Pick<StateBackend, 'openForReading'>,
): Promise<(key: number) => boolean> {
  const opened = await backend.openForReading({ about: { campaign: id, run, service: '' } });
  // What cannot be read is refused where the state is opened.
  if (opened === undefined || 'refused' in opened) return () => true;
  const keys = new Set<number>();
  try {
    const histories = await opened.reader.stepHistories('times');
    for (const step of steps) {
      if (step.forEach?.audience !== audience) continue;
      for (const name of [step.id, ...(step.was === undefined ? [] : [step.was])]) {
        forEachRow(histories.get(name), (job) => {
          if (job.key !== undefined && mayHaveContacted(job)) keys.add(job.key);
        });
      }
    }
  } finally {
    await opened.reader.close();
  }
  return (key) => keys.has(key);
}
