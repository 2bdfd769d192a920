import type { PlanTogether } from '../../../plan/together/plan-together.ts';
import type { Instant } from '../../../platform/ports.ts';
import { formatRateSetting } from '../../../time/duration.ts';
import { formatInstant } from '../../../time/local-time.ts';
import { diagnosticJson } from '../../diagnostics/json.ts';
import { planJson } from '../json.ts';
import { placeOf } from '../why.ts';
import type { TogetherOptions } from './document.ts';

/** For machines: whole numbers, instants in ISO 8601. Each campaign has the shape of its own plan, with why its run would be refused. */
export function togetherToJson(
  plan: PlanTogether,
  { conflicts, refused }: Pick<TogetherOptions, 'conflicts'> & { readonly refused: readonly (readonly string[])[] },
): string {
  const { timezone, now, starts, ends, totals, days, roomMade, accounts, balance, campaigns } = plan;
  const iso = (at: Instant | undefined) => (at === undefined ? undefined : formatInstant(at, timezone));
  const value = {
    version: 1,
    timezone,
    now: iso(now),
    starts: iso(starts),
    ends: iso(ends),
    totals,
    balance: balance && { ...balance, ends: balance.ends && { ...balance.ends, at: iso(balance.ends.at) } },
    calendar: days,
    givesWay: roomMade.map(({ cap, until, people, ...entry }) => ({
      ...entry,
      cap: cap.name,
      place: cap.span && placeOf(cap.span),
      until: iso(until),
      people: people.map(({ key, wanted, at }) => ({ key, wanted: iso(wanted), at: iso(at) ?? null })),
    })),
    accounts: accounts.map(({ rate, isShared, ...account }) => ({
      ...account,
      rate: formatRateSetting(rate),
      shared: isShared,
    })),
    conflicts: conflicts.map(diagnosticJson),
    campaigns: campaigns.map(({ plan: own, priority }, index) => ({ priority, ...planJson(own, refused[index]) })),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}
