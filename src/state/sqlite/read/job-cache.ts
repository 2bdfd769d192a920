import { type JobId, jobId } from '../../../job/address.ts';
import { keysInState, type OtherJob, type StepHistory } from '../../../job/history.ts';
import { type JobRecord, type JobState, lacksOutputs } from '../../../job/job.ts';
import { afterChange, type JobChange } from '../../change.ts';
import type { StepRows } from './step-rows.ts';

/** A run's jobs as they were when the whole file was verified, so that they need not be read a second time. */
export interface JobCache {
  /** This change of a job is about to be written. */
  changed(change: JobChange): void;
  /** Undefined where the cache does not have this step. */
  history(step: CachedStep): StepHistory | undefined;
  /** Jobs of a step that are in this state; undefined where the cache does not have the step. */
  inState(step: CachedStep, state: JobState): readonly JobRecord[] | undefined;
}

export interface CachedStep {
  readonly id: number;
  /** The name that it has now. */
  readonly name: string;
}

export function createJobCache(input: {
  readonly rows: readonly StepRows[];
  /** Jobs that have changed since the verification, as they are now. */
  readonly changed: readonly JobRecord[];
  readonly read: (id: JobId) => JobRecord | undefined;
}): JobCache {
  /** By step and key; undefined where the job has to be read. */
  const changed = new Map<string, Map<string, JobRecord | undefined>>();
  const note = ({ step, key = '' }: JobId, job: JobRecord | undefined): void => {
    const ofStep = changed.get(step) ?? new Map<string, JobRecord | undefined>();
    changed.set(step, ofStep.set(key, job));
  };
  for (const job of input.changed) note(job, job);
  const read = (step: string, key: string): JobRecord | undefined =>
    changed.get(step)?.get(key) ?? input.read(jobId(step, key === '' ? undefined : key));
  const rowsOf = (id: number): StepRows | undefined => input.rows.find(({ step }) => step === id);
  return {
    changed(change) {
      const known = changed.get(change.to.step)?.get(change.to.key ?? '');
      note(change.to, known && afterChange(known, change));
    },
    history({ id, name }) {
      const rows = rowsOf(id);
      if (rows === undefined) return undefined;
      const others = new Map<string, OtherJob>();
      for (const [key, job] of rows.others) others.set(key, { ...job, step: name });
      for (const key of changed.get(name)?.keys() ?? []) {
        const job = read(name, key);
        if (job !== undefined) others.set(key, lacksOutputs(job) ? { ...job, lacksOutputs: true } : job);
      }
      return { blocks: rows.blocks, others };
    },
    inState({ id, name }, state) {
      const rows = rowsOf(id);
      if (rows === undefined) return undefined;
      const keys = new Set([...keysInState(rows, state), ...(changed.get(name)?.keys() ?? [])]);
      const jobs = [...keys].flatMap((key) => read(name, key) ?? []);
      return jobs.filter((job) => job.state === state);
    },
  };
}
