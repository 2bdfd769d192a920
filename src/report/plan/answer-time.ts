import type { Campaign } from '../../campaign/campaign.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Rate } from '../../time/duration.ts';
import { formatCount } from './words.ts';

/** A plan does not know how long the service takes to answer. */
export const assumed = 'Assumes immediate, successful responses.';

/**
 * The response time above which the plan is too optimistic: at most `concurrency` requests run in parallel, so slow responses
 * hold back the starts that the rates allow. Undefined where there are always enough slots.
 */
export function formatAnswerTime({ limits, steps }: Campaign, plan: Plan): string | undefined {
  const { concurrency } = limits;
  const toSend = new Map(plan.steps.map(({ id, jobs }) => [id, jobs.toSend]));
  const busy = steps.filter(({ id }) => (toSend.get(id) ?? 0) > concurrency);
  if (busy.length === 0) return undefined;
  const own = busy.reduce((sum, { rate }) => sum + perMs(rate), 0);
  const rate = Math.min(own, perMs(limits.rate));
  const slots = `${formatCount(concurrency)} in parallel`;
  if (rate < Number.POSITIVE_INFINITY)
    return `If responses take longer than ${formatSpan(concurrency / rate)} (${slots}), it finishes later.`;
  const longest = busy
    .filter((step) => step.rate === undefined)
    .map(({ id }) => ({ id, jobs: toSend.get(id) ?? 0 }))
    .reduce((most, step) => (step.jobs > most.jobs ? step : most));
  return `Each second of response time makes \`${longest.id}\` about ${formatSpan((longest.jobs / concurrency) * 1000)} longer (${slots}).`;
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
