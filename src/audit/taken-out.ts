import type { Instant } from '../platform/ports.ts';
import type { AuditedStart } from './audited-start.ts';

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

/** Takes all starts, and keeps those of such steps. */
export interface TakenOut {
  note(start: AuditedStart): void;
  /** The earliest first. */
  value(): readonly TakenOutStep[];
}

export function createTakenOut(): TakenOut {
  const found = new Map<string, { starts: number; jobs: number; people: number; first: Instant; last: Instant }>();
  return {
    note({ steps: [step], key, at, repeat, isTakenOut }) {
      if (isTakenOut !== true || step === undefined) return;
      const known = found.get(step) ?? { starts: 0, jobs: 0, people: 0, first: at, last: at };
      known.starts++;
      if (repeat !== true) known.jobs++;
      if (repeat !== true && key !== undefined) known.people++;
      known.first = Math.min(known.first, at);
      known.last = Math.max(known.last, at);
      found.set(step, known);
    },
    value: () => [...found].map(([step, known]) => ({ step, ...known })).sort((a, b) => a.first - b.first),
  };
}
