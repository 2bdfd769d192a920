import type { Campaign } from '../../campaign/campaign.ts';
import type { JobId, RecipientKey } from '../../job/address.ts';
import { forEachJob, type StepHistory } from '../../job/history.ts';
import type { JobRecord, JobState, JobTimes } from '../../job/job.ts';
import type { RunReader } from '../../ledger/backend.ts';
import type { LeftToSend, TakenAs } from '../../plan/what-next.ts';
import { stepsByName } from './edited-in-flight.ts';

const none: ReadonlyMap<RecipientKey, TakenAs> = new Map();

/** What is recorded, with jobs as the next process takes them. Those that it sends after all say why they were left out before, unless they waited for a decision. */
export function asTaken(reader: RunReader, { taken }: Pick<LeftToSend, 'taken'>, { steps }: Campaign): RunReader {
  if (taken.size === 0) return reader;
  const stepOf = stepsByName(steps);
  const takenIn = (name: string) => taken.get(stepOf.get(name)?.id ?? name) ?? none;
  const seen = (job: JobRecord): JobRecord => {
    const as = takenIn(job.step).get(job.key ?? '');
    const { settledAt: _, ...rest } = job;
    return as === undefined ? job : { ...rest, ...as };
  };
  /** Of these jobs, the states of those that have a record. */
  const recordedIn = (steps: ReadonlyMap<string, StepHistory>, step: string): ReadonlyMap<RecipientKey, JobState> => {
    const those = takenIn(step);
    const states = new Map<RecipientKey, JobState>();
    forEachJob({ steps }, step, ({ key = '', state }) => {
      if (those.has(key)) states.set(key, state);
    });
    return states;
  };
  const names = async (): Promise<readonly string[]> => {
    const recorded = await reader.steps();
    const known = new Set(recorded.map((name) => stepOf.get(name)?.id));
    return [...recorded, ...[...taken.keys()].filter((id) => !known.has(id))];
  };
  const timesOf = (step: string, [key, { state }]: readonly [RecipientKey, TakenAs]): JobTimes => ({
    step,
    key: key === '' ? undefined : key,
    state,
    attempts: 0,
  });
  return {
    ...reader,
    steps: names,
    async job(id: JobId) {
      const job = await reader.job(id);
      const as = takenIn(id.step).get(id.key ?? '');
      return job === undefined ? as && { ...id, ...as, attempts: 0 } : seen(job);
    },
    async *jobs(filter = {}) {
      const { state } = filter;
      const histories = await reader.stepHistories('states');
      for (const step of filter.step === undefined ? await names() : [filter.step]) {
        const recorded = recordedIn(histories, step);
        const states = state === undefined ? [undefined] : new Set([state, ...recorded.values()]);
        for (const one of states)
          for await (const page of reader.jobs(one === undefined ? { step } : { step, state: one }))
            yield page.map(seen).filter((job) => state === undefined || job.state === state);
        for (const one of takenIn(step))
          if (!recorded.has(one[0]) && (state ?? one[1].state) === one[1].state)
            yield [{ ...timesOf(step, one), ...one[1] }];
      }
    },
    async counts() {
      const [counts, histories] = [await reader.counts(), await reader.stepHistories('states')];
      const of = (step: string) => {
        const own = new Map(counts.filter((one) => one.step === step).map(({ state, jobs }) => [state, jobs]));
        const count = (state: JobState, more: number): unknown => own.set(state, (own.get(state) ?? 0) + more);
        for (const { state } of takenIn(step).values()) count(state, 1);
        for (const state of recordedIn(histories, step).values()) count(state, -1);
        return [...own].filter(([, jobs]) => jobs > 0).map(([state, jobs]) => ({ step, state, jobs }));
      };
      return (await names()).flatMap(of);
    },
    async stepHistories(detail) {
      const histories = await reader.stepHistories(detail);
      const of = (step: string): [string, StepHistory] => {
        const { blocks, others } = histories.get(step) ?? { blocks: [], others: [] };
        const taken = new Map(others);
        const those = takenIn(step);
        for (const one of those) taken.set(one[0], timesOf(step, one));
        forEachJob({ steps: histories }, step, (job) => {
          const as = those.get(job.key ?? '');
          if (as !== undefined) taken.set(job.key ?? '', { ...job, state: as.state });
        });
        return [step, { blocks, others: taken }];
      };
      return new Map((await names()).map(of));
    },
  };
}
