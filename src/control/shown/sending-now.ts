import { betweenMs, waitsAfter } from './idle.ts';
import type { KnownPlan } from './known-plan.ts';
import type { RunLook } from './run-look.ts';
import { sent } from './run-sums.ts';
import type { StepLane } from './views.ts';
import { isOfNextWave, waitsNow } from './wave-waits.ts';

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
    title,
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
        .map(({ from }) => ({ id, title, at: Math.max(from, now) })),
    )
    .sort((one, other) => one.at - other.at)[0];
}

/** Whether the service has asked for a pause that is not over yet. */
export function waitsForService(id: string, known: KnownPlan | undefined, now: number): boolean {
  const first = known?.plan?.steps.find((step) => step.id === id)?.segments[0];
  return first?.deferredBy === 'rest' && Date.parse(first.from) > now;
}
