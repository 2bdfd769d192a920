import { describe, expect, test } from 'vitest';
import { formatInstant, instantOf } from '../../src/time/local-time.ts';
import { isZone } from '../../src/time/time-zone.ts';
import { dayMs, dayOf, hourMs, minuteMs } from '../../src/time/wall-clock.ts';
import type { Window } from '../../src/time/window.ts';
import { nextOpening, openingsOn } from '../../src/time/window.ts';
import { everyDay } from '../rig/campaign.ts';
import { isWhole, sampleOf } from '../rig/sample-of.ts';

const show = (opening: { opens: number; closes: number } | undefined, zone: string) =>
  opening && [formatInstant(opening.opens, zone), formatInstant(opening.closes, zone)];

const next = (window: Window, zone: string, from: string, guardMs = 2000) =>
  show(nextOpening({ window, clock: zone, from: instantOf(from, zone), guardMs }), zone);

describe('a window', () => {
  const weekdays: Window = { ...everyDay, days: ['mon', 'tue', 'wed', 'thu', 'fri'], except: ['2026-11-25'] };
  const lagos = 'Africa/Lagos';

  test('that is open is open until its close, less the guard', () => {
    expect(next(everyDay, lagos, '2026-11-23T10:15:00')).toEqual([
      '2026-11-23T09:00:00+01:00',
      '2026-11-23T19:59:58+01:00',
    ]);
  });

  test('includes its first instant and not its last', () => {
    expect(next(everyDay, lagos, '2026-11-23T09:00:00', 0)?.[0]).toBe('2026-11-23T09:00:00+01:00');
    expect(next(everyDay, lagos, '2026-11-23T19:59:59', 0)?.[0]).toBe('2026-11-23T09:00:00+01:00');
    expect(next(everyDay, lagos, '2026-11-23T20:00:00', 0)?.[0]).toBe('2026-11-24T09:00:00+01:00');
  });

  test('within the guard of its close is over for today', () => {
    expect(next(everyDay, lagos, '2026-11-23T19:59:57')?.[0]).toBe('2026-11-23T09:00:00+01:00');
    expect(next(everyDay, lagos, '2026-11-23T19:59:58')?.[0]).toBe('2026-11-24T09:00:00+01:00');
  });

  test('leaves out the days that are not its own, and its exceptions', () => {
    expect(next(weekdays, lagos, '2026-11-20T20:00:00')?.[0]).toBe('2026-11-23T09:00:00+01:00');
    expect(next(weekdays, lagos, '2026-11-24T20:00:00')?.[0]).toBe('2026-11-26T09:00:00+01:00');
  });

  test('over midnight belongs to the day on which it opens', () => {
    const night: Window = { ...everyDay, open: '22:00', close: '06:00', days: ['fri'] };
    expect(next(night, lagos, '2026-11-28T03:00:00', 0)).toEqual([
      '2026-11-27T22:00:00+01:00',
      '2026-11-28T06:00:00+01:00',
    ]);
    expect(next(night, lagos, '2026-11-28T06:00:00', 0)?.[0]).toBe('2026-12-04T22:00:00+01:00');
  });

  test('around the clock has no guard at midnight', () => {
    const always: Window = { ...everyDay, open: '00:00', close: '24:00' };
    const opening = nextOpening({
      window: always,
      clock: lagos,
      from: instantOf('2026-11-23T23:59:59', lagos),
      guardMs: 2000,
    });
    expect(opening && opening.closes - opening.opens).toBeGreaterThan(7 * dayMs);
  });

  test('that never opens is said to be so', () => {
    expect(nextOpening({ window: { ...everyDay, days: [] }, clock: lagos, from: 0, guardMs: 0 })).toBeUndefined();
  });

  test('that is shorter than its guard never opens', () => {
    const short = { ...everyDay, open: '09:00', close: '09:01' };
    expect(nextOpening({ window: short, clock: lagos, from: 0, guardMs: 60_000 })).toBeUndefined();
  });

  test('of a step that may start at any hour is always open', () => {
    expect(nextOpening({ window: 'always', clock: lagos, from: 0, guardMs: 2000 })?.closes).toBe(
      Number.POSITIVE_INFINITY,
    );
  });
});

describe('when clocks change', () => {
  test('a gap over the opening opens with the first instant after it', () => {
    const early: Window = { ...everyDay, open: '02:30', close: '05:00' };
    expect(next(early, 'America/New_York', '2026-03-08T00:00:00', 0)).toEqual([
      '2026-03-08T03:00:00-04:00',
      '2026-03-08T05:00:00-04:00',
    ]);
  });

  test('a gap over the whole window leaves that day out', () => {
    const early: Window = { ...everyDay, open: '02:10', close: '02:50' };
    expect(openingsOn(early, dayOf('2026-03-08'), 'America/New_York')).toEqual([]);
  });

  test('a fold over the opening closes the window again until its hour comes for the second time', () => {
    const early: Window = { ...everyDay, open: '01:30', close: '05:00' };
    const openings = openingsOn(early, dayOf('2026-11-01'), 'America/New_York');
    expect(openings.map((opening) => show(opening, 'America/New_York'))).toEqual([
      ['2026-11-01T01:30:00-04:00', '2026-11-01T01:00:00-05:00'],
      ['2026-11-01T01:30:00-05:00', '2026-11-01T05:00:00-05:00'],
    ]);
  });

  test('a fold over the close closes with the first of the two', () => {
    const early: Window = { ...everyDay, open: '00:00', close: '01:30' };
    expect(openingsOn(early, dayOf('2026-11-01'), 'America/New_York').map((o) => show(o, 'America/New_York'))).toEqual([
      ['2026-11-01T00:00:00-04:00', '2026-11-01T01:30:00-04:00'],
    ]);
  });
});

test('in each zone, on every day around a change from 2026 to 2030, nothing of an opening shows another hour', () => {
  const windows = [
    ['09:00', '20:00'],
    ['00:30', '02:45'],
    ['01:15', '03:10'],
    ['22:00', '06:00'],
  ] as const;
  let openings = 0;
  for (const zone of sampleOf(Intl.supportedValuesOf('timeZone').filter(isZone), 40)) {
    const clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    for (const day of changeDays(zone)) {
      for (const [open, close] of windows) {
        for (const { opens, closes } of openingsOn({ ...everyDay, open, close }, day, zone)) {
          openings++;
          const times = [clock.format(closes - 1)];
          for (let at = opens; at < closes; at += 29 * minuteMs) times.push(clock.format(at));
          expect(times.filter((time) => !inside(time, open, close))).toEqual([]);
        }
      }
    }
  }
  expect(openings).toBeGreaterThan(isWhole ? 10_000 : 600);
});

function inside(time: string, open: string, close: string): boolean {
  return open < close ? time >= open && time < close : time >= open || time < close;
}

/** Days on which, or next to which, the zone's offset changes; found with Intl alone. */
function changeDays(zone: string): readonly number[] {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  const offset = (at: number) => format.format(at).slice(-9);
  const days: number[] = [];
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2031, 0, 1); at += 7 * dayMs) {
    if (offset(at) === offset(at + 7 * dayMs)) continue;
    for (let hour = at; hour < at + 7 * dayMs; hour += hourMs) {
      if (offset(hour) !== offset(hour + hourMs))
        for (const day of [-1, 0, 1]) days.push(Math.floor(hour / dayMs) + day);
    }
  }
  return days;
}
