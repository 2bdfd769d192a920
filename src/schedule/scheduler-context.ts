import type { Campaign } from '../campaign/campaign.ts';
import type { BegunWave, WaveLog } from '../job/waves.ts';
import type { Instant } from '../platform/ports.ts';
import type { ContactBook } from './contacts/contact-book.ts';
import type { Contacts } from './contacts/contact-gaps.ts';
import type { Heap } from './heap.ts';
import type { OpenSteps } from './open-steps.ts';
import type { SchedulerInput } from './scheduler.ts';
import type { StepHeap } from './step-heap.ts';
import type { StepState } from './step-state.ts';

/** What the steps of one scheduler share. */
export interface SchedulerContext {
  readonly campaign: Campaign;
  readonly run: string;
  readonly isApproved: SchedulerInput['isApproved'];
  readonly waves: WaveLog;
  readonly promotes: SchedulerInput['promotes'];
  /** False where it is limited to some recipients: they are one wave. */
  readonly hasWaves: boolean;
  readonly createdAt: Instant;
  /** Not after `createdAt`: when the run started for the first time. */
  readonly begunAt: Instant;
  readonly steps: readonly StepState[];
  readonly byId: ReadonlyMap<string, StepState>;
  readonly contacts: Contacts;
  /** Of each step that contacts somebody. */
  readonly books: readonly (ContactBook | undefined)[] | undefined;
  /** Steps to be examined: something happened to them, or to the steps that they need. */
  readonly changed: ChangedSteps;
  readonly open: OpenSteps;
  /** Steps that wait, by the instant at which they open. */
  readonly opening: Heap;
  /** Steps that may have jobs to drop at once. */
  readonly dropping: StepHeap;
  /** Steps that have ended since `Scheduler.ended` was last called. */
  ended: StepState[];
  /** Waves that have begun and are to be recorded. */
  readonly begun: BegunWave[];
}

/**
 * Steps to be examined, each once, in the order in which they were added. One is added for each job: in a `Set` the tables that it
 * outgrows would keep each other alive until V8 looks at the whole heap, some 60 bytes a job.
 */
export function createChangedSteps(steps: readonly StepState[]) {
  const queue = [...steps];
  const isQueued = new Uint8Array(steps.length).fill(1);
  let [first, end] = [0, queue.length];
  return {
    add(state: StepState): void {
      if (isQueued[state.index] === 1) return;
      isQueued[state.index] = 1;
      queue[end++] = state;
    },
    take(): StepState | undefined {
      if (first === end) return undefined;
      const state = queue[first++]!;
      isQueued[state.index] = 0;
      if (first === end) first = end = 0;
      return state;
    },
  };
}

export type ChangedSteps = ReturnType<typeof createChangedSteps>;
