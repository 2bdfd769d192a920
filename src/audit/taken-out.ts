import type { Instant } from '../platform/ports.ts';
import type { AuditedStart } from './audit.ts';

/** What the state file still has about a step that the campaign no longer has. */
export interface TakenOutStep {
  readonly step: string;
  /** Attempts: the first and the latest of each job. */
  readonly starts: number;
  readonly jobs: number;
  /** Recipients; 0 for a step that ran once. */
  readonly people: number;
  readonly first: Instant;
  readonly last: Instant;
}

export function takenOutSteps(starts: readonly AuditedStart[]): readonly TakenOutStep[] {
  const found = new Map<string, { starts: number; jobs: number; people: number; first: Instant; last: Instant }>();
  for (const { steps, key, at, repeat, isTakenOut } of starts) {
    const [step] = steps;
    if (isTakenOut !== true || step === undefined) continue;
    const known = found.get(step) ?? { starts: 0, jobs: 0, people: 0, first: at, last: at };
    known.starts++;
    if (repeat !== true) known.jobs++;
    if (repeat !== true && key !== undefined) known.people++;
    known.first = Math.min(known.first, at);
    known.last = Math.max(known.last, at);
    found.set(step, known);
  }
  return [...found].map(([step, known]) => ({ step, ...known })).sort((a, b) => a.first - b.first);
}
