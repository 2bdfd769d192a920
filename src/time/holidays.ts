import type { LocalDate } from './wall-clock.ts';

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
