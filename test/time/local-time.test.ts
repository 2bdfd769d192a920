import { describe, expect, test } from 'vitest';
import { formatInstant, formatWall, instantOf, nextChange, readInstant, wallAt } from '../../src/time/local-time.ts';
import { isZone } from '../../src/time/time-zone.ts';
import { dateOf, dayMs, dayOf, hourMs, weekdayOf } from '../../src/time/wall-clock.ts';
import { isWhole, sampleOf } from '../rig/sample-of.ts';

const inZone = (local: string, zone: string) => formatInstant(instantOf(local, zone), zone);

describe('a local date-time', () => {
  test.each([
    ['2026-11-23T09:00:00', 'Africa/Lagos', '2026-11-23T09:00:00+01:00'],
    ['2026-11-23 09:00', 'Asia/Kathmandu', '2026-11-23T09:00:00+05:45'],
    ['2026-06-30T20:00:00', 'America/St_Johns', '2026-06-30T20:00:00-02:30'],
    ['2028-02-29T12:00:00', 'UTC', '2028-02-29T12:00:00+00:00'],
    ['2026-12-31T23:59:59', 'Pacific/Kiritimati', '2026-12-31T23:59:59+14:00'],
  ])('%s in %s is %s', (local, zone, expected) => {
    expect(inZone(local, zone)).toBe(expected);
  });

  test.each([
    ['2026-03-27T02:30:00', 'Asia/Jerusalem', '2026-03-27T03:00:00+03:00'],
    ['2026-03-08T02:00:00', 'America/New_York', '2026-03-08T03:00:00-04:00'],
    ['2026-03-29T01:59:59', 'Europe/London', '2026-03-29T02:00:00+01:00'],
    ['2026-10-04T02:15:00', 'Australia/Lord_Howe', '2026-10-04T02:30:00+11:00'],
    ['2011-12-30T12:00:00', 'Pacific/Apia', '2011-12-31T00:00:00+14:00'],
  ])('%s, which %s skips, is the first instant after the gap: %s', (local, zone, expected) => {
    expect(inZone(local, zone)).toBe(expected);
  });

  test.each([
    ['2026-10-25T01:30:00', 'Asia/Jerusalem', '2026-10-25T01:30:00+03:00'],
    ['2026-11-01T01:00:00', 'America/New_York', '2026-11-01T01:00:00-04:00'],
    ['2026-10-25T01:59:59', 'Europe/London', '2026-10-25T01:59:59+01:00'],
    ['2026-04-05T01:45:00', 'Australia/Lord_Howe', '2026-04-05T01:45:00+11:00'],
  ])('%s, which %s has twice, is the first of the two: %s', (local, zone, expected) => {
    expect(inZone(local, zone)).toBe(expected);
  });
});

describe('over zones of the world and all their clock changes from 2026 to 2030', () => {
  const zones = sampleOf([...Intl.supportedValuesOf('timeZone'), 'UTC'].filter(isZone), 40);
  const from = Date.UTC(2026, 0, 1);
  const to = Date.UTC(2031, 0, 1);
  const clocks = new Map(zones.map((zone) => [zone, clockOf(zone)]));

  test('the wall clock is the one that Intl shows', () => {
    for (const zone of zones) {
      const step = 91 * dayMs + 7 * hourMs + 11;
      const times = Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step);
      const shown = times.map((at) => `${zone} ${formatWall(wallAt(at, zone)).slice(0, 19)}`);
      expect(shown).toEqual(times.map((at) => `${zone} ${clocks.get(zone)?.(at)}`));
    }
  });

  test('around every change a local time is the earliest instant that shows it, or the first after the gap', () => {
    let changes = 0;
    for (const zone of zones) {
      const clock = clocks.get(zone)!;
      for (let at = nextChange(zone, from, to); at !== undefined; at = nextChange(zone, at + 1, to)) {
        changes++;
        const wall = wallAt(at, zone);
        const before = wallAt(at - 1, zone) + 1;
        for (
          let local = Math.min(wall, before) - hourMs;
          local <= Math.max(wall, before) + hourMs;
          local += 30 * 60_000
        ) {
          const text = formatWall(local);
          const found = instantOf(text, zone);
          const skipped = local >= before && local < wall;
          expect(`${zone} ${clock(found)}`).toBe(`${zone} ${skipped ? formatWall(wall) : text}`);
          // No earlier instant shows the same reading.
          const repeated = wall < before && local >= wall && local < before;
          expect(found < at).toBe(repeated || local < Math.min(wall, before));
        }
      }
    }
    expect(changes).toBeGreaterThan(isWhole ? 1000 : 60);
  });
});

function clockOf(zone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => format.format(at).replace(' ', 'T');
}

describe('a date', () => {
  test('and the number of its day are two names of the same', () => {
    const first = dayOf('1999-12-25');
    const days = Array.from({ length: dayOf('2101-01-05') - first }, (_, index) => first + index);
    const dates = days.map(dateOf);
    expect(dates).toEqual(days.map((day) => new Date(day * dayMs).toISOString().slice(0, 10)));
    expect(dates.map(dayOf)).toEqual(days);
  });

  test('has its day of the week', () => {
    expect(['2026-11-23', '2026-11-29', '1969-12-29'].map((date) => weekdayOf(dayOf(date)))).toEqual([0, 6, 0]);
  });
});

describe('the last inbound time of a recipient', () => {
  const read = (text: string | number) => {
    const at = readInstant(text, 'Africa/Lagos');
    return at === undefined ? undefined : formatInstant(at, 'UTC');
  };

  test.each([
    ['2026-11-22T22:48:00Z', '2026-11-22T22:48:00+00:00'],
    ['2026-11-22T22:48:00.250+05:45', '2026-11-22T17:03:00.250+00:00'],
    ['2026-11-22 22:48-0330', '2026-11-23T02:18:00+00:00'],
    ['2026-11-22 22:48:00.123456+01', '2026-11-22T21:48:00.123+00:00'],
    ['2026-11-22 22:48:00 UTC', '2026-11-22T22:48:00+00:00'],
    ['2026-11-22 22:48:00.123456 GMT', '2026-11-22T22:48:00.123+00:00'],
    ['831384000000', '1996-05-06T12:00:00+00:00'],
    ['1795420882', '2026-11-23T08:01:22+00:00'],
    [1_795_420_882_500, '2026-11-23T08:01:22.500+00:00'],
  ])('%s is an instant', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test('without an offset is a time of the campaign’s clock', () => {
    expect(read('2026-11-22 22:48')).toBe('2026-11-22T21:48:00+00:00');
  });

  // The last two are the digits of a clock, and would be instants of other years.
  test.each([
    'yesterday',
    '2026-02-30T10:00:00Z',
    '2026-11-22T22:48:00UTC',
    '20261122224800',
    '202611222248',
    '2026-11-22T25:00:00Z',
    '22/11/2026',
    '',
  ])('%j is refused', (text) => {
    expect(read(text)).toBeUndefined();
  });
});

test('an abbreviation is not a zone: several places use it', () => {
  expect(['Africa/Lagos', 'UTC', 'Etc/GMT+5', 'EST', 'IST', 'Mars/Olympus', ''].map(isZone)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
