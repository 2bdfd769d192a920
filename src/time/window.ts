import type { Span } from '../diagnostic/source-file.ts';
import type { Instant } from '../platform/ports.ts';
import { instantOfWall, nextChange, offsetAt, wallAt } from './local-time.ts';
import { type Clock, zonesOfClock } from './time-zone.ts';
import {
  type DayNumber,
  dateOf,
  dayMs,
  isOpenDay,
  type LocalDate,
  type LocalTime,
  timeOf,
  type Weekday,
} from './wall-clock.ts';

/** A period in which jobs may start: from `opens` until before `closes`. */
interface Opening {
  readonly opens: Instant;
  readonly closes: Instant;
}

/** A window that does not open for more than a year never opens. */
const farthestDays = 400;

interface OpeningQuery {
  readonly window: Window;
  /** Of the recipient's number, where it decides which holidays are kept. */
  readonly country?: string | undefined;
  readonly from: Instant;
  readonly guardMs: number;
}

/**
 * The opening that contains `from`, or else the next one, shortened by `guardMs` at its end. Adjacent openings count as one.
 * Undefined if the window never opens.
 */
export function nextOpening({
  window,
  clock,
  ...query
}: Omit<OpeningQuery, 'window'> & { readonly window: Window | 'always'; readonly clock: Clock }): Opening | undefined {
  if (window === 'always') return { opens: Number.NEGATIVE_INFINITY, closes: Number.POSITIVE_INFINITY };
  const zones = zonesOfClock(clock) ?? [clock];
  const last = query.from + farthestDays * dayMs;
  for (let from = query.from; from < last; ) {
    const openings = zones.map((zone) => nextOpeningIn(zone, { ...query, window, from }));
    if (openings.some((opening) => opening === undefined)) return undefined;
    const opens = Math.max(...openings.map((opening) => opening!.opens));
    const closes = Math.min(...openings.map((opening) => opening!.closes));
    if (opens < closes) return { opens, closes };
    from = opens;
  }
  return undefined;
}

function nextOpeningIn(zone: string, { window, country, from, guardMs }: OpeningQuery): Opening | undefined {
  const today = Math.floor(wallAt(from, zone) / dayMs);
  let found: Opening | undefined;
  // From yesterday: a window over midnight belongs to the day on which it opens.
  for (let day = today - 1; day <= today + farthestDays; day++) {
    for (const opening of openingsOn(window, day, zone, country)) {
      if (found === undefined) {
        if (opening.closes > from) found = opening;
      } else if (opening.opens <= found.closes) {
        found = { opens: found.opens, closes: opening.closes };
      } else if (found.closes - guardMs > from && found.closes - guardMs > found.opens) {
        return { opens: found.opens, closes: found.closes - guardMs };
      } else {
        found = opening;
      }
    }
    if (found !== undefined && day > today + 8 && found.closes - guardMs > from) break;
  }
  if (found === undefined || found.closes - guardMs <= Math.max(from, found.opens)) return undefined;
  return { opens: found.opens, closes: found.closes - guardMs };
}

/**
 * The openings of one local day: usually one; none if the window is closed on that day or lies inside a gap; two if the clocks
 * go back over the opening time (in between, the wall clock is outside the window again).
 */
export function openingsOn(window: Window, day: DayNumber, zone: string, country?: string): readonly Opening[] {
  let zones = computed.get(window);
  if (zones === undefined) computed.set(window, (zones = new Map()));
  const place = country === undefined ? zone : `${zone} ${country}`;
  let days = zones.get(place);
  if (days === undefined) zones.set(place, (days = new Map()));
  let openings = days.get(day);
  if (openings === undefined) days.set(day, (openings = computeOpenings(window, day, zone, country)));
  return openings;
}

/** The openings that reach into this stretch, in their order. */
export function openingsWithin(
  window: Window,
  zone: string,
  { from, to }: { readonly from: Instant; readonly to: Instant },
): readonly Opening[] {
  const openings: Opening[] = [];
  const dayAt = (at: Instant): DayNumber => Math.floor(wallAt(at, zone) / dayMs);
  // From yesterday: a window over midnight belongs to the day on which it opens.
  for (let day = dayAt(from) - 1; day <= dayAt(to); day++) openings.push(...openingsOn(window, day, zone));
  return openings.filter(({ opens, closes }) => closes > from && opens < to);
}

/** A window's openings never change, and a plan needs those of each zone and day many times. */
const computed = new WeakMap<Window, Map<string, Map<DayNumber, readonly Opening[]>>>();

function computeOpenings(
  window: Window,
  day: DayNumber,
  zone: string,
  country: string | undefined,
): readonly Opening[] {
  if (!isOpenDay(window, day)) return [];
  if (window.holidays !== undefined && closedBy(window.holidays, dateOf(day), country) !== undefined) return [];
  const openWall = day * dayMs + timeOf(window.open);
  const overMidnight = timeOf(window.close) <= timeOf(window.open);
  const closeWall = (overMidnight ? day + 1 : day) * dayMs + timeOf(window.close);
  const opens = instantOfWall(openWall, zone);
  const closes = instantOfWall(closeWall, zone);
  if (opens >= closes) return [];
  if (offsetAt(opens, zone) === offsetAt(closes, zone)) return [{ opens, closes }];
  const change = nextChange(zone, opens, closes);
  if (change === undefined || wallAt(change, zone) >= openWall) return [{ opens, closes }];
  const again = openWall - offsetAt(change, zone);
  return [
    { opens, closes: change },
    { opens: again, closes },
  ].filter((opening) => opening.opens < opening.closes);
}

/** The local hours in which jobs may start: half-open. `close` before `open` spans midnight (transactional steps only). */
export interface Window {
  readonly open: LocalTime;
  readonly close: LocalTime;
  readonly days: readonly Weekday[];
  readonly except: readonly LocalDate[];
  readonly holidays?: Holidays | undefined;
  readonly span?: Span;
}

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

const unknownYear = 'a year without a calendar';
