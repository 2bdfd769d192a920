import type { Instant } from '../platform/ports.ts';
import type { StepState } from './step-state.ts';
import type { Peek } from './zone-queues.ts';

/**
 * Steps that have a job ready, by their index, until something changes. Kept in arrays of numbers: with thousands of
 * steps open at once, all of them are compared for every start.
 */
export interface ReadySteps {
  isKnown(index: number, now: Instant): boolean;
  /** The job that `peek` found is the one to start until `until`, unless `forget` is called. */
  note(state: StepState, found: Peek, until: Instant): void;
  forget(state: StepState): void;
  goesBefore(index: number, other: number): boolean;
}

export function createReadySteps(steps: readonly StepState[]): ReadySteps {
  const until = new Float64Array(steps.length).fill(Number.NEGATIVE_INFINITY);
  const deadline = new Float64Array(steps.length);
  const started = new Float64Array(steps.length);
  const isSingle = Uint8Array.from(steps, ({ roster }) => (roster === undefined ? 1 : 0));
  return {
    isKnown: (index, now) => now < until[index]!,
    note(state, found, knownUntil) {
      until[state.index] = knownUntil;
      deadline[state.index] = found.deadline;
      started[state.index] = state.started;
    },
    forget(state) {
      until[state.index] = Number.NEGATIVE_INFINITY;
    },
    /** The step that runs once (others wait for it); then the earliest deadline; then the step that has started least. */
    goesBefore(index, other) {
      if (isSingle[index] !== isSingle[other]) return isSingle[index] === 1;
      if (deadline[index] !== deadline[other]) return deadline[index]! < deadline[other]!;
      return started[index]! < started[other]!;
    },
  };
}
