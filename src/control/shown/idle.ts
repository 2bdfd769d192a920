import { counted } from '../../diagnostic/count-words.ts';
import { formatWait } from '../../report/plan/words.ts';
import type { KnownPlan } from './known-plan.ts';
import type { RunLook } from './run-look.ts';
import { waitsForPerson } from './wave-waits.ts';

/** A low rate parts jobs as far as this, and the process is not idle meanwhile. */
export const betweenMs = 120_000;

/**
 * For how long a process has started nothing. A plan says what the next process would do: of what it says is due, such a process
 * may know nothing, as where files were edited after it began. Undefined where it sends, or has sent nothing yet.
 */
export function idleMs({ state, isUnderWay, counts, recent }: RunLook, now: number): number | undefined {
  const latest = recent.at(-1)?.to;
  if (state !== 'running' || !isUnderWay || latest === undefined || now - latest < betweenMs) return undefined;
  return [...counts.values()].some(({ sending = 0 }) => sending > 0) ? undefined : now - latest;
}

/** What is planned after this instant is what the process waits for. */
export function waitsAfter(look: RunLook, now: number): number {
  return idleMs(look, now) === undefined ? Number.NEGATIVE_INFINITY : now;
}

/** What is due and is not started. */
export function idleLines(look: RunLook, known: KnownPlan | undefined, now: number): readonly string[] {
  const idle = idleMs(look, now);
  if (idle === undefined) return [];
  const due = Date.parse(known?.plan?.now ?? '') + 1_000;
  return (known?.plan?.steps ?? []).flatMap(({ id, segments }) => {
    const jobs = segments.reduce((sum, { from, jobs: some }) => sum + (Date.parse(from) <= due ? some : 0), 0);
    if (jobs === 0 || waitsForPerson(id, look, known, due) !== undefined) return [];
    const title = look.campaign?.steps.find((step) => step.id === id)?.title ?? id;
    const words = `${title}: ${counted(jobs, 'is', 'are')} due`;
    return [
      `${words}, and the process has started nothing for ${formatWait(idle)}. Files that were edited after it began count in the next run.`,
    ];
  });
}
