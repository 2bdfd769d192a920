import type { Instant } from '../platform/ports.ts';
import { sayCount, sayJobs } from '../report/plan/words.ts';
import type { AuditedStart } from './audit.ts';

/** A step that the file no longer has: what the state file still knows of it. */
export interface TakenOutStep {
  readonly step: string;
  /** Attempts: the first and the latest of each job. */
  readonly starts: number;
  readonly jobs: number;
  /** Recipients; none of a step that ran once. */
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

/** A line a step; its hours and its order cannot be checked, as the file no longer says them. */
export function takenOutText(steps: readonly TakenOutStep[]): readonly string[] {
  const lines = steps.map(({ step, jobs, people, first, last }) => {
    const whom = people === 0 ? sayJobs(jobs) : `${sayCount(people)} ${people === 1 ? 'person' : 'people'}`;
    const until = last === first ? '' : ` to ${iso(last)}`;
    return `    ${step}: ${whom}, ${iso(first)}${until}`;
  });
  if (lines.length === 0) return [];
  return [
    '',
    '  No longer in the file, and in the state file. Their rates, their gaps and the campaign’s dates are checked above; their hours,',
    '  sessions and order are not known any more:',
    ...lines,
  ];
}

function iso(at: Instant): string {
  return new Date(at).toISOString();
}
