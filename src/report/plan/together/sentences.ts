import { formatMoney } from '../../../plan/budget.ts';
import type { Plan } from '../../../plan/plan.ts';
import type { PlanTogether } from '../../../plan/together/plan-together.ts';
import type { PlannedDay } from '../../../plan/together/planned-days.ts';
import type { PersonHeld, RoomMade } from '../../../plan/together/room-made.ts';
import type { SharedAccount } from '../../../plan/together/shared-accounts.ts';
import { formatRateSetting } from '../../../time/duration.ts';
import { dayMs, dayOf } from '../../../time/wall-clock.ts';
import { shownKey } from '../../mask.ts';
import { placeOf } from '../why.ts';
import { dayName, formatCount, formatDayTime, formatJobs, formatPeople } from '../words.ts';

const list = new Intl.ListFormat('en-GB');

/** The steps of all campaigns as those of one plan, for what shows the steps of a plan. */
export function allSteps({ campaigns, timezone, starts, ends }: PlanTogether): Pick<Plan, 'steps' | 'timezone'> & {
  readonly starts?: number;
  readonly ends?: number;
} {
  const steps = campaigns.flatMap(({ plan }) =>
    plan.steps.map((step) => ({ ...step, id: `${plan.campaign} ${step.id}` })),
  );
  return { steps, timezone, ...(starts === undefined ? {} : { starts }), ...(ends === undefined ? {} : { ends }) };
}

/** `shop-news welcome gives way to spring: 3 people later, the last on Tue 24 Nov 09:00 (cap 1/day, contacts.yaml:2)`. */
export function formatRoomMade({ campaign, step, to, cap, later, skipped, until }: RoomMade, timezone: string): string {
  const last = until === undefined ? '' : `, the last on ${formatDayTime(until, timezone)}`;
  const what = [
    ...(later === 0 ? [] : [`${formatPeople(later)} later${last}`]),
    ...(skipped === 0 ? [] : [`${formatPeople(skipped)} not at all`]),
  ];
  const place = cap.span === undefined ? '' : `, ${placeOf(cap.span)}`;
  return `\`${campaign}\` (${step}) gives way to ${list.format(to.map((one) => `\`${one}\``))}: ${what.join('; ')} (cap \`${cap.name}\`${place})`;
}

/** `234…0900: Mon 23 Nov 09:00 → Tue 24 Nov 09:00`. */
export function formatPersonHeld({ key, wanted, at }: PersonHeld, timezone: string, showNumbers: boolean): string {
  const then = at === undefined ? 'not sent' : formatDayTime(at, timezone);
  return `${shownKey(key, showNumbers)}: ${formatDayTime(wanted, timezone)} → ${then}`;
}

export function formatDay({ date }: PlannedDay): string {
  return dayName(dayOf(date) * dayMs);
}

/** Who is reached on a day. */
export function formatReached({ people, severalTimes }: PlannedDay): string {
  return `${formatPeople(people)}${severalTimes === 0 ? '' : `, ${formatCount(severalTimes)} of them several times`}`;
}

/** How many people, from how many campaigns each, and whether the balance is enough. */
export function formatTotals({ campaigns, totals, balance, timezone }: PlanTogether): readonly string[] {
  const { people, shared } = totals;
  const whom =
    shared === 0
      ? `To ${formatPeople(people)}, each from one campaign.`
      : `To ${formatPeople(people)}, ${formatCount(shared)} of them from several campaigns.`;
  return [
    ...(people === 0 ? [] : [whom]),
    ...(balance === undefined ? [] : [formatBalance(balance, campaigns, timezone)]),
  ];
}

/** What all campaigns cost, in each currency that they name: amounts of different currencies are not added up. */
export function formatCosts(campaigns: PlanTogether['campaigns']): string {
  const sums = new Map<string | undefined, number>();
  for (const { cost, currency } of campaigns.map(({ plan }) => plan.totals)) {
    if (cost > 0) sums.set(currency, (sums.get(currency) ?? 0) + cost);
  }
  return list.format([...sums].map(([currency, cost]) => formatMoney(cost, currency)));
}

function formatBalance(
  { amount, ends }: NonNullable<PlanTogether['balance']>,
  campaigns: PlanTogether['campaigns'],
  timezone: string,
): string {
  const currencies = new Set(campaigns.map(({ plan }) => plan.totals.currency));
  const holds = `The account holds ${formatMoney(amount, currencies.size === 1 ? [...currencies][0] : undefined)}`;
  const cost = campaigns.reduce((sum, { plan }) => sum + plan.totals.cost, 0);
  if (ends !== undefined)
    return `${holds}, which is not enough: it runs out on ${formatDayTime(ends.at, timezone)}, in \`${ends.step}\` of \`${ends.campaign}\`.`;
  return cost > 0
    ? `${holds}, which is enough.`
    : `${holds}; whether that is enough is unknown, because \`costs\` has no price for these operations.`;
}

export function formatAccount({ appId, campaigns, rate, isShared }: SharedAccount): string {
  const who = list.format(campaigns.map((one) => `\`${one}\``));
  return isShared
    ? `${who} share ${formatRateSetting(rate)} of the account \`${appId}\`.`
    : `${who} use the account \`${appId}\`, and each keeps its ${formatRateSetting(rate)} for itself: only runs with --store keep it together.`;
}

/** Who goes first where a cap has no room for all of them. */
export function formatOrder({ campaigns }: PlanTogether): string | undefined {
  const counted = campaigns.filter(({ priority }) => priority !== undefined);
  if (counted.length < 2) return undefined;
  const byPriority = [...counted].sort((a, b) => b.priority! - a.priority!);
  if (byPriority[0]!.priority === byPriority.at(-1)!.priority)
    return 'All have the same priority: where a cap has no room for all, whichever comes first is sent.';
  const order = byPriority.map(({ plan, priority }) => `\`${plan.campaign}\` (${priority})`);
  return `Where a cap has no room for all, the greater priority is sent: ${order.join(', ')}.`;
}

export function nothingTogether({ campaigns }: PlanTogether): string {
  const kept = campaigns.flatMap(({ plan }) => plan.steps).reduce((sum, { jobs }) => sum + jobs.pending, 0);
  return kept > 0 ? `Nothing to send now: ${formatJobs(kept)} kept for later.` : 'Nothing left to do.';
}
