import type { Instant } from '../platform/ports.ts';
import type { StepState } from './step-state.ts';
import type { Peek } from './zone-queues.ts';

/**
 * Steps that are known to have a job ready, by their index, until something happens to them. In arrays of numbers: with
 * thousands of steps open at once all of them are compared for every start.
 */
export interface ReadySteps {
  isKnown(index: number, now: Instant): boolean;
  /** The job that `look` found stays the one to start until `until`, unless `forget` is called. */
  note(line: StepState, look: Peek, until: Instant): void;
  forget(line: StepState): void;
  goesBefore(index: number, other: number): boolean;
}

export function createReadySteps(lines: readonly StepState[]): ReadySteps {
  const until = new Float64Array(lines.length).fill(Number.NEGATIVE_INFINITY);
  const deadline = new Float64Array(lines.length);
  const started = new Float64Array(lines.length);
  const isSingle = Uint8Array.from(lines, ({ roster }) => (roster === undefined ? 1 : 0));
  return {
    isKnown: (index, now) => now < until[index]!,
    note(line, look, knownUntil) {
      until[line.index] = knownUntil;
      deadline[line.index] = look.deadline;
      started[line.index] = line.started;
    },
    forget(line) {
      until[line.index] = Number.NEGATIVE_INFINITY;
    },
    /** The step that runs once (others wait for it); then the earliest deadline; then the step that has started least. */
    goesBefore(index, other) {
      if (isSingle[index] !== isSingle[other]) return isSingle[index] === 1;
      if (deadline[index] !== deadline[other]) return deadline[index]! < deadline[other]!;
      return started[index]! < started[other]!;
    },
  };
}
