import type { JobId } from '../../../job/address.ts';
import { keysInState, type StepHistory } from '../../../job/history.ts';
import type { JobRecord, JobState, JobTimes } from '../../../job/job.ts';
import type { StepRows } from './step-rows.ts';

/** A run's jobs as they were when the whole file was verified, so that they need not be read a second time. */
export interface JobCache {
  /** This job has changed since. */
  changed(id: JobId): void;
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
  readonly changed: readonly JobId[];
  readonly read: (id: JobId) => JobRecord | undefined;
}): JobCache {
  const changed = new Map<string, Map<string, JobId>>();
  const note = (id: JobId): void => {
    const ofStep = changed.get(id.step) ?? new Map<string, JobId>();
    changed.set(id.step, ofStep.set(id.key ?? '', id));
  };
  input.changed.forEach(note);
  const rowsOf = (id: number): StepRows | undefined => input.rows.find(({ step }) => step === id);
  return {
    changed: note,
    history({ id, name }) {
      const rows = rowsOf(id);
      if (rows === undefined) return undefined;
      const others = new Map<string, JobTimes>();
      for (const [key, job] of rows.others) others.set(key, { ...job, step: name });
      for (const [key, one] of changed.get(name) ?? []) {
        const job = input.read(one);
        if (job !== undefined) others.set(key, job);
      }
      return { blocks: rows.blocks, others };
    },
    inState({ id, name }, state) {
      const rows = rowsOf(id);
      if (rows === undefined) return undefined;
      const keys = new Set([...keysInState(rows, state), ...(changed.get(name)?.keys() ?? [])]);
      const jobs = [...keys].flatMap((key) => input.read({ step: name, key }) ?? []);
      return jobs.filter((job) => job.state === state);
    },
  };
}
