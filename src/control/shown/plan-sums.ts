import { formatMoney } from '../../plan/budget.ts';
import { expiredJobs } from '../../plan/conditional-jobs.ts';
import { formatCount, formatDayTime, formatRequests } from '../../report/plan/words.ts';
import { budgetOf, type PlanJson, skippedIn } from './known-plan.ts';
import { laterIn } from './run-actions.ts';

/** What an approval is about, in a few words each: how many requests, for how much, and when. */
export function planSums(plan: PlanJson, timezone: string): readonly string[] {
  const { totals, starts, ends, steps } = plan;
  const { toSend, skipped, cost, currency } = totals;
  // As on the overview: where nothing is sent any more, nothing depends on it.
  const later = toSend === 0 ? 0 : laterIn(plan);
  const blocked = steps.reduce((sum, { jobs: { pending = 0 } }) => sum + pending, 0);
  const leftOut = later === 0 ? skipped : skipped + blocked - later;
  const expired = expiredJobs(steps.map(({ state, jobs }) => ({ state, jobs: { skipped: skippedIn(jobs) } })));
  const budget = budgetOf(plan);
  const of = budget === undefined ? '' : ` of ${formatMoney(budget.amount, currency)}`;
  return [
    formatRequests(toSend),
    ...(cost > 0 ? [`about ${formatMoney(cost, currency)}${of}`] : []),
    ...(starts === undefined || ends === undefined
      ? []
      : [stretchText(Date.parse(starts), Date.parse(ends), timezone)]),
    ...(later === 0 ? [] : [`up to ${formatCount(later)} more, depending on the results`]),
    ...(leftOut === expired ? [] : [`${formatCount(leftOut - expired)} skipped`]),
    ...(expired === 0 ? [] : [`${formatCount(expired)} expired`]),
  ];
}

/** `Thu 26 Nov 11:45 to 12:05`. */
function stretchText(from: number, to: number, timezone: string): string {
  const [begins, ends] = [formatDayTime(from, timezone), formatDayTime(to, timezone)];
  if (begins === ends) return begins;
  return `${begins} to ${begins.slice(0, -5) === ends.slice(0, -5) ? ends.slice(-5) : ends}`;
}
