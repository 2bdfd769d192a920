import { counted } from '../../diagnostic/count-words.ts';
import { formatWait } from '../../report/plan/words.ts';
import { type KnownPlan, plannedStep } from './known-plan.ts';
import { type RunLook, titleOf } from './run-look.ts';
import { sent } from './run-sums.ts';
import type { StepLane } from './views.ts';
import { isOfNextWave, waitsForPerson, waitsNow } from './wave-waits.ts';
import { nameInText } from './words.ts';

const momentMs = 5_000;

/** Steps that are being sent, also between two of their jobs, but not between two waves; where there is none, the run waits. */
export function sendingNow(look: RunLook, known: KnownPlan | undefined, steps: readonly StepLane[], now: number) {
  const after = waitsAfter(look, now);
  const isSent = (step: StepLane): boolean => {
    const { counts, done } = step;
    if (counts.sending > 0) return true;
    if (look.state !== 'running' || !look.isUnderWay || counts.pending === 0) return false;
    if (waitsNow(step.id, look, known, now) !== undefined) return false;
    const ago = now - (done.at(-1)?.to ?? Number.NEGATIVE_INFINITY);
    if (ago < momentMs || ago >= betweenMs) return ago < momentMs;
    const next = nextStart([step], now, after);
    if (next === undefined || next.at - now >= betweenMs || waitsForService(step.id, known, now)) return false;
    return !isOfNextWave(step.id, look, known, next.at);
  };
  return steps.filter(isSent).map(({ title, counts }) => ({
    title: nameInText(title),
    done: sent(counts),
    of: counts.pending === undefined ? undefined : sent(counts) + counts.pending,
  }));
}

export function nextStart(
  steps: readonly StepLane[],
  now: number,
  after: number,
): { readonly id: string; readonly title: string; readonly at: number } | undefined {
  return steps
    .flatMap(({ id, title, planned }) =>
      planned
        .filter(({ from }) => from > after)
        .slice(0, 1)
        .map(({ from }) => ({ id, title: nameInText(title), at: Math.max(from, now) })),
    )
    .sort((one, other) => one.at - other.at)[0];
}

/** Whether the service has asked for a pause that is not over yet. */
export function waitsForService(id: string, known: KnownPlan | undefined, now: number): boolean {
  const first = plannedStep(known, id)?.segments[0];
  return first?.deferredBy === 'rest' && Date.parse(first.from) > now;
}

/** A low rate parts jobs as far as this, and the process is not idle meanwhile. */
const betweenMs = 120_000;

/**
 * For how long a process has started nothing. A plan says what the next process would do: of what it says is due, such a process
 * may know nothing, as where files were edited after it began. Undefined where it sends, or has sent nothing yet.
 */
function idleMs({ state, isUnderWay, counts, recent }: RunLook, now: number): number | undefined {
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
    const words = `${titleOf(look, id)}: ${counted(jobs, 'is', 'are')} due`;
    return [
      `${words}, and the process has started nothing for ${formatWait(idle)}. Files that were edited after it began count in the next run.`,
    ];
  });
}
