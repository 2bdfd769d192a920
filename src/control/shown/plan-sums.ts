import { formatCount } from '../../diagnostic/count-words.ts';
import { formatMoney } from '../../plan/budget.ts';
import { unsentJobs } from '../../plan/later-jobs.ts';
import { stepJobs } from '../../plan/saved/written-jobs.ts';
import type { PlanJson } from '../../report/plan/json.ts';
import { dayName, formatClock, formatDayTime, formatPeople, formatRequests } from '../../report/plan/words.ts';
import { wallAt } from '../../time/local-time.ts';
import { budgetOf } from './known-plan.ts';

/** What an approval is about, in a few words each: how many requests, to how many people, for how much, and when. */
export function planSums(plan: PlanJson, timezone: string): readonly string[] {
  const { totals, starts, ends, steps } = plan;
  const { toSend, people, cost, currency } = totals;
  const { depending, expired, skipped } = unsentJobs(toSend, steps.map(stepJobs));
  const budget = budgetOf(plan);
  const of = budget === undefined ? '' : ` of ${formatMoney(budget.amount, currency)}`;
  return [
    `${formatRequests(toSend)}${people === 0 ? '' : ` to ${formatPeople(people)}`}`,
    ...(cost > 0 ? [`about ${formatMoney(cost, currency)}${of}`] : []),
    ...(starts === undefined || ends === undefined
      ? []
      : [stretchText(Date.parse(starts), Date.parse(ends), timezone)]),
    ...(depending === 0 ? [] : [`up to ${formatCount(depending)} more, depending on the results`]),
    ...(skipped === 0 ? [] : [`${formatCount(skipped)} skipped`]),
    ...(expired === 0 ? [] : [`${formatCount(expired)} expired`]),
  ];
}

/** `Thu 26 Nov 11:45 to 12:05`. */
function stretchText(from: number, to: number, timezone: string): string {
  const [begins, ends] = [formatDayTime(from, timezone), formatDayTime(to, timezone)];
  if (begins === ends) return begins;
  const [first, last] = [from, to].map((at) => dayName(wallAt(at, timezone)));
  return `${begins} to ${first === last ? formatClock(to, timezone) : ends}`;
}
