import type { Campaign } from '../../campaign/campaign.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Rate } from '../../time/duration.ts';
import { formatCount } from './words.ts';

/** A plan knows no answer times: the one thing that it takes to be so, and what is otherwise. */
export const assumed = 'Counted as if every request were answered at once, and accepted.';

/**
 * From which answer time on the plan is too early, as no more than `concurrency` requests are under way at once: that many
 * answers come in one answer time, and the rates want so many starts. Undefined where slots are never short.
 */
export function formatAnswerTime({ limits, steps }: Campaign, plan: Plan): string | undefined {
  const { concurrency } = limits;
  const toSend = new Map(plan.steps.map(({ id, jobs }) => [id, jobs.toSend]));
  const busy = steps.filter(({ id }) => (toSend.get(id) ?? 0) > concurrency);
  if (busy.length === 0) return undefined;
  const own = busy.reduce((sum, { rate }) => sum + perMs(rate), 0);
  const rate = Math.min(own, perMs(limits.rate));
  const at = `with ${formatCount(concurrency)} at once`;
  if (rate < Number.POSITIVE_INFINITY)
    return `Answers slower than ${formatSpan(concurrency / rate)} make it later, ${at}.`;
  const longest = busy
    .filter((step) => step.rate === undefined)
    .map(({ id }) => ({ id, jobs: toSend.get(id) ?? 0 }))
    .reduce((most, step) => (step.jobs > most.jobs ? step : most));
  return `Each second that an answer takes makes \`${longest.id}\` about ${formatSpan((longest.jobs / concurrency) * 1000)} longer, ${at}.`;
}

function perMs(rate: Rate | undefined): number {
  return rate === undefined ? Number.POSITIVE_INFINITY : rate.count / rate.perMs;
}

/** Two digits: `640 ms`, `1.6 s`, `25 s`, `4.2 min`, `3.1 h`. */
function formatSpan(ms: number): string {
  const units: readonly (readonly [number, string])[] = [
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1000, 's'],
  ];
  const [length, name] = units.find(([unit]) => ms >= unit) ?? [1, 'ms'];
  return `${Number((ms / length).toPrecision(2))} ${name}`;
}
