import type { Instant } from '../platform/ports.ts';
import { closedBy } from './holidays.ts';
import { wallAt } from './local-time.ts';
import { type DayNumber, dateOf, dayMs, weekdayOf } from './wall-clock.ts';
import { weekdays } from './weekday.ts';
import type { Window } from './window.ts';

/** `2026-12-25 Christmas Day`: the holidays since an instant after which a window opens at `at`, latest first; a weekend between them counts. */
export function holidaysBefore(given: {
  readonly window: Window;
  readonly at: Instant;
  readonly since: Instant;
  readonly zone: string;
  readonly country: string | undefined;
}): readonly string[] {
  const { at, since, zone, country } = given;
  const { holidays, days, except } = given.window;
  if (holidays === undefined) return [];
  const found: string[] = [];
  const dayAt = (instant: Instant): DayNumber => Math.floor(wallAt(instant, zone) / dayMs);
  for (let day = dayAt(at) - 1; day >= dayAt(since); day--) {
    const date = dateOf(day);
    const name = closedBy(holidays, date, country);
    if (name !== undefined) found.push(`${date} ${name}`);
    else if (days.includes(weekdays[weekdayOf(day)]!) && !except.includes(date)) break;
  }
  return found;
}
