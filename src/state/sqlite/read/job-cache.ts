import type { JobId } from '../../../job/address.ts';
import type { JobRecord, JobState, JobTimes } from '../../../job/job.ts';
import { forEachRow, keysInState, type StepRows } from './step-rows.ts';

/**
 * A run's jobs as they were when the whole file was looked at, so that they need not be read a second time; and which of them
 * have changed since.
 */
export interface JobCache {
  /** This job is as it was no more. */
  changed(id: JobId): void;
  /** Visits a step's jobs, those that have changed as `read` finds them. False where they are not known, and nobody was visited. */
  forEach(step: { readonly id: number; readonly name: string }, visit: (job: JobTimes) => void): boolean;
  /** Those of a step that are in this state; undefined where they are not known. */
  inState(step: { readonly id: number; readonly name: string }, state: JobState): readonly JobRecord[] | undefined;
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
    forEach({ id, name }, visit) {
      const known = rowsOf(id);
      if (known === undefined) return false;
      const elsewhere = changed.get(name);
      forEachRow(known, name, (job) => {
        if (elsewhere === undefined || !elsewhere.has(job.key)) visit(job);
      });
      for (const one of elsewhere?.values() ?? []) {
        const job = input.read(one);
        if (job !== undefined) visit(job);
      }
      return true;
    },
    inState({ id, name }, state) {
      const known = rowsOf(id);
      if (known === undefined) return undefined;
      const keys = new Set([...keysInState(known, state), ...(changed.get(name)?.keys() ?? [])]);
      const jobs = [...keys].flatMap((key) => input.read({ step: name, key }) ?? []);
      return jobs.filter((job) => job.state === state);
    },
  };
}
