import type { Instant } from '../platform/ports.ts';
import { wallAt } from './local-time.ts';
import { type DayNumber, dateOf, dayMs, type LocalDate, weekdayOf } from './wall-clock.ts';
import { weekdays } from './weekday.ts';
import type { Window } from './window.ts';

/** The holidays on which a window stays closed: of one country for everybody, or of the country of each number. */
export interface Holidays {
  /** Two letters, or `number`. */
  readonly of: string;
  /** By country, as the calendar files have them. Empty until they are read. */
  readonly calendars: ReadonlyMap<string, Calendar>;
}

export interface Calendar {
  /** Years of which there is a file, as text. */
  readonly years: ReadonlySet<string>;
  readonly names: ReadonlyMap<LocalDate, string>;
}

/**
 * Why a window stays closed on this date: the name of the holiday, or that nobody knows those of its year. `country`: of the
 * recipient's number, where that decides; of an unknown country no holidays are known, and none are kept.
 */
export function closedBy(
  { of, calendars }: Holidays,
  date: LocalDate,
  country: string | undefined,
): string | undefined {
  const calendar = calendars.get(of === 'number' ? (country ?? '') : of);
  if (calendar === undefined) return undefined;
  return calendar.names.get(date) ?? (calendar.years.has(date.slice(0, 4)) ? undefined : unknownYear);
}

export const unknownYear = 'a year without a calendar';

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
