import type { Campaign } from '../../campaign/campaign.ts';
import { formatCount } from '../../diagnostic/count-words.ts';
import type { Plan } from '../../plan/plan.ts';
import { formatRateSetting, type Rate } from '../../time/duration.ts';

/** A plan does not know how long the service takes to answer. */
export const assumed = 'Assumes immediate, successful responses.';

/** What makes the plan too optimistic: slow responses, and other campaigns of the account. Undefined where nothing does. */
export function formatAnswerTime(campaign: Campaign, plan: Plan): string | undefined {
  const reasons = [slowResponses(campaign, plan), sharedLimits(campaign)].filter((reason) => reason !== undefined);
  return reasons.length === 0 ? undefined : reasons.join(' ');
}

function sharedLimits({ limits: { account } }: Campaign): string | undefined {
  if (account?.rate === undefined && account?.concurrency === undefined) return undefined;
  const { rate, concurrency } = account;
  const limits = [
    ...(rate === undefined ? [] : [formatRateSetting(rate)]),
    ...(concurrency === undefined ? [] : [`${formatCount(concurrency)} in parallel`]),
  ];
  return `All campaigns of the account in one store share ${limits.join(' and ')}: while another one runs, it finishes later.`;
}

/**
 * The response time above which the plan is too optimistic: at most `concurrency` requests run in parallel, so slow responses
 * hold back the starts that the rates allow. Undefined where there are always enough slots.
 */
function slowResponses({ limits, steps }: Campaign, plan: Plan): string | undefined {
  const concurrency = Math.min(limits.concurrency, limits.account?.concurrency ?? limits.concurrency);
  const toSend = new Map(plan.steps.map(({ id, jobs }) => [id, jobs.toSend]));
  const busy = steps.filter(({ id }) => (toSend.get(id) ?? 0) > concurrency);
  if (busy.length === 0) return undefined;
  const own = busy.reduce((sum, { rate }) => sum + perMs(rate), 0);
  const rate = Math.min(own, perMs(limits.rate), perMs(limits.account?.rate));
  const slots = `${formatCount(concurrency)} in parallel`;
  if (rate < Number.POSITIVE_INFINITY)
    return `If responses take longer than ${formatSpan(concurrency / rate)} (${slots}), it finishes later.`;
  const longest = busy
    .filter((step) => step.rate === undefined)
    .map(({ id }) => ({ id, jobs: toSend.get(id) ?? 0 }))
    .reduce((most, step) => (step.jobs > most.jobs ? step : most));
  return `With responses of one second, \`${longest.id}\` takes about ${formatSpan((longest.jobs / concurrency) * 1000)} longer (${slots}).`;
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
