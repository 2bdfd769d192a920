import type { Campaign } from '../campaign/campaign.ts';
import type { BegunWave, WaveLog } from '../job/waves.ts';
import type { Instant } from '../platform/ports.ts';
import type { ContactBook, Contacts } from './contacts.ts';
import { createStepHeap, type Heap, type StepHeap } from './heaps.ts';
import type { SchedulerInput } from './scheduler.ts';
import type { StepState } from './step-state.ts';
import type { HeldBy } from './trace.ts';
import type { Peek } from './zone-queues.ts';

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

type ChangedSteps = ReturnType<typeof createChangedSteps>;

export interface Waiting {
  readonly state: StepState;
  readonly until: Instant;
  readonly heldBy: HeldBy;
}

/**
 * What each open step does next, as long as that is known. With thousands of steps open at once, a start looks only at the
 * steps that changed, and at the first of the others.
 */
export function createOpenSteps(steps: readonly StepState[]) {
  const until = new Float64Array(steps.length);
  const deadline = new Float64Array(steps.length);
  const started = new Float64Array(steps.length);
  const isSingle = Uint8Array.from(steps, ({ roster }) => (roster === undefined ? 1 : 0));
  const heldBy: HeldBy[] = [];

  const endsBefore = (a: number, b: number): boolean => until[a]! < until[b]! || (until[a] === until[b] && a < b);
  const unknown = createStepHeap(steps.length, (a, b) => a < b);
  const waiting = createStepHeap(steps.length, endsBefore);
  const readyEnds = createStepHeap(steps.length, endsBefore);
  const ready = createStepHeap(steps.length, (a, b) => {
    if (isSingle[a] !== isSingle[b]) return isSingle[a] === 1;
    if (deadline[a] !== deadline[b]) return deadline[a]! < deadline[b]!;
    return started[a] === started[b] ? a < b : started[a]! < started[b]!;
  });
  const allKnown = [waiting, readyEnds];

  return {
    /** Something happened to the step: it must be examined. */
    changed: ({ index }: StepState): void => unknown.put(index),
    /** Takes the next step to examine, in the order of the file: it changed, or what was known of it was known until now. */
    takeUnknown(now: Instant): StepState | undefined {
      for (const known of allKnown) {
        for (let index = known.first(); index !== -1 && until[index]! <= now; index = known.first()) {
          known.remove(index);
          unknown.put(index);
        }
      }
      const index = unknown.first();
      if (index !== -1) unknown.remove(index);
      return steps[index];
    },
    /** Of a step that was taken: the job that `peek` found is the one to start until `until`. */
    isReady({ index, started: count }: StepState, found: Peek, knownUntil: Instant): void {
      waiting.remove(index);
      until[index] = knownUntil;
      deadline[index] = found.deadline;
      started[index] = count;
      // Most often it was there already: its place has changed a little.
      ready.put(index);
      readyEnds.put(index);
    },
    /** Of a step that was taken: none of its jobs starts before `until`. */
    waits({ index }: StepState, waitsUntil: Instant, rule: HeldBy): void {
      ready.remove(index);
      readyEnds.remove(index);
      until[index] = waitsUntil;
      heldBy[index] = rule;
      waiting.put(index);
    },
    /** Of a step that was taken: it has nothing to start. */
    hasNone({ index }: StepState): void {
      ready.remove(index);
      readyEnds.remove(index);
      waiting.remove(index);
    },
    /** The step that goes first: one that runs once (others wait for it); the earliest deadline; the one that started least. */
    firstReady: (): StepState | undefined => steps[ready.first()],
    firstWaiting(): Waiting | undefined {
      const index = waiting.first();
      return index === -1 ? undefined : { state: steps[index]!, until: until[index]!, heldBy: heldBy[index]! };
    },
  };
}

type OpenSteps = ReturnType<typeof createOpenSteps>;
