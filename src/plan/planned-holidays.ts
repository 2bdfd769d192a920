import { isSelectedBy } from '../campaign/audiences/selection.ts';
import type { Campaign, Step } from '../campaign/campaign.ts';
import type { Instant } from '../platform/ports.ts';
import { formatWall, wallAt } from '../time/local-time.ts';
import { type DayNumber, dateOf, dayMs, dayOf, isOpenDay, type LocalDateTime } from '../time/wall-clock.ts';
import { closedBy, type Window } from '../time/window.ts';
import type { PlanCampaignInput, PlannedHoliday, PlannedStep } from './plan.ts';

/** From the day on which the step opens to its last start, or its end where it starts nothing; of the countries of its people. */
export function plannedHolidays(
  step: Step,
  { campaign, rosters }: Pick<PlanCampaignInput, 'campaign' | 'rosters'>,
  opensAt: Instant | undefined,
  lastStart: Instant | undefined,
): Pick<PlannedStep, 'holidays'> {
  const { window } = step;
  const { timezone } = campaign;
  if (window === 'always' || window.holidays === undefined || opensAt === undefined) return {};
  const { of, calendars } = window.holidays;
  const first = formatWall(wallAt(opensAt, timezone)).slice(0, 10);
  const last = lastStart === undefined ? (endOf(campaign, step) ?? first) : formatWall(wallAt(lastStart, timezone));
  const countries = of === 'number' ? countriesOf(step, rosters) : new Set([of]);
  const holidays = [...calendars].flatMap(([country, { names }]) =>
    [...(countries.has(country) ? names : [])]
      .filter(([date]) => date >= first && date <= last.slice(0, 10))
      .filter(([date]) => isOpenDay(window, dayOf(date)))
      .map(([date, name]): PlannedHoliday => ({ date, name, ...(of === 'number' ? { country } : {}) })),
  );
  return holidays.length === 0 ? {} : { holidays: holidays.sort((a, b) => (a.date < b.date ? -1 : 1)) };
}

function countriesOf(step: Step, rosters: PlanCampaignInput['rosters']): ReadonlySet<string | undefined> {
  const roster = rosters.get(step.forEach?.audience ?? '');
  const countries = new Set<string | undefined>();
  const isSelected = isSelectedBy(step, roster);
  for (let index = 0; index < (roster?.size ?? 0); index++)
    if (isSelected(index)) countries.add(roster?.country?.(index));
  return countries;
}

/** From when on nothing of the step starts. */
export function endOf({ ends }: Campaign, { until }: Step): LocalDateTime | undefined {
  return [ends, until].filter((at) => at !== undefined).sort()[0];
}

/** `2026-12-25 Christmas Day`: the holidays since an instant after which a window opens at `at`, latest first; a weekend between them counts. */
export function holidaysBefore(given: {
  readonly window: Window;
  readonly at: Instant;
  readonly since: Instant;
  readonly zone: string;
  readonly country: string | undefined;
}): readonly string[] {
  const { at, since, zone, country } = given;
  const { holidays } = given.window;
  if (holidays === undefined) return [];
  const found: string[] = [];
  const dayAt = (instant: Instant): DayNumber => Math.floor(wallAt(instant, zone) / dayMs);
  for (let day = dayAt(at) - 1; day >= dayAt(since); day--) {
    const date = dateOf(day);
    const name = closedBy(holidays, date, country);
    if (name !== undefined) found.push(`${date} ${name}`);
    else if (isOpenDay(given.window, day)) break;
  }
  return found;
}
