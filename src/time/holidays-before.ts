import type { Instant } from '../platform/ports.ts';
import { closedBy } from './holidays.ts';
import { wallAt } from './local-time.ts';
import { type DayNumber, dateOf, dayMs, weekdayOf } from './wall-clock.ts';
import { weekdays } from './weekday.ts';
import type { Window } from './window.ts';

/** `2026-12-25 Christmas Day`: the holidays after which a window opens at `at`, latest first; a weekend between them counts. */
export function holidaysBefore(
  { holidays, days, except }: Window,
  at: Instant,
  zone: string,
  country: string | undefined,
): readonly string[] {
  if (holidays === undefined) return [];
  const found: string[] = [];
  const today: DayNumber = Math.floor(wallAt(at, zone) / dayMs);
  for (let day = today - 1; day > today - 400; day--) {
    const date = dateOf(day);
    const name = closedBy(holidays, date, country);
    if (name !== undefined) found.push(`${date} ${name}`);
    else if (days.includes(weekdays[weekdayOf(day)]!) && !except.includes(date)) break;
  }
  return found;
}
