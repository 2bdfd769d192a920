import type { Campaign } from '../../campaign/campaign.ts';
import type { JobId } from '../../job/address.ts';
import type { JobRecord, JobState, JobTimes } from '../../job/job.ts';
import type { RunReader } from '../../ledger/backend.ts';
import type { LeftToSend } from '../../plan/left-to-send.ts';
import type { LeftOutAs } from '../../plan/plan.ts';
import { stepsByName } from './edited-in-flight.ts';

/** What is recorded, with the jobs that the next process sends after all as pending; their reason says why they were left out before. */
export function asLeft(reader: RunReader, { again }: LeftToSend, { steps }: Campaign): RunReader {
  if (again.size === 0) return reader;
  const stepOf = stepsByName(steps);
  const againIn = (step: string) => again.get(stepOf.get(step)?.id ?? step);
  const wasOf = ({ step, key = '' }: JobId): LeftOutAs | undefined => againIn(step)?.get(key);
  const seen = (job: JobRecord): JobRecord => {
    const { settledAt: _, ...rest } = job;
    return wasOf(job) === undefined ? job : { ...rest, state: 'pending' };
  };
  return {
    ...reader,
    async job(id) {
      const job = await reader.job(id);
      return job && seen(job);
    },
    async *jobs(filter = {}) {
      const { state } = filter;
      const states: readonly (JobState | undefined)[] =
        state === 'pending' ? ['pending', 'skipped', 'expired'] : [state];
      for (const one of states)
        for await (const page of reader.jobs(one === undefined ? filter : { ...filter, state: one }))
          yield page.map(seen).filter((job) => state === undefined || job.state === state);
    },
    async counts() {
      const counts = await reader.counts();
      const recorded = new Set(counts.map(({ step }) => step));
      return [...recorded].flatMap((step) => {
        const left = [...(againIn(step)?.values() ?? [])];
        const own = new Map(counts.filter((one) => one.step === step).map(({ state, jobs }) => [state, jobs]));
        for (const was of left) own.set(was, (own.get(was) ?? 0) - 1);
        if (left.length > 0) own.set('pending', (own.get('pending') ?? 0) + left.length);
        return [...own].filter(([, jobs]) => jobs > 0).map(([state, jobs]) => ({ step, state, jobs }));
      });
    },
    async stepHistories(detail) {
      const histories = await reader.stepHistories(detail);
      const pendingIn = (step: string) =>
        [...(againIn(step)?.keys() ?? [])].map((key): [string, JobTimes] => [
          key,
          { step, key: key === '' ? undefined : key, state: 'pending', attempts: 0 },
        ]);
      return new Map(
        [...histories].map(([step, { blocks, others }]) => [
          step,
          { blocks, others: new Map([...others, ...pendingIn(step)]) },
        ]),
      );
    },
  };
}
