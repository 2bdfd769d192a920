import { describe, expect, test } from 'vitest';
import { formatWall } from '../../src/time/local-time.ts';
import { isZone, nearestZone } from '../../src/time/time-zone.ts';
import { readTime, readTimeFormat } from '../../src/time/written-time.ts';

/** The time in a cell; undefined if it is not written so. */
function read(format: string, cell: string): string | undefined {
  const reader = readTimeFormat(format);
  if (typeof reader === 'string') throw new Error(reader);
  const wall = reader(cell);
  return wall === undefined ? undefined : formatWall(wall);
}

describe('a format of times', () => {
  test.each([
    ['DD/MM/YYYY HH:mm', '03/04/2026 07:05', '2026-04-03T07:05:00'],
    ['M/D/YYYY h:mm A', '11/22/2026 6:30 PM', '2026-11-22T18:30:00'],
    ['M/D/YYYY h:mm A', '1/2/2026 12:00\u202fam', '2026-01-02T00:00:00'],
    ['M/D/YYYY h:mm A', '1/2/2026 12:00 p.m.', '2026-01-02T12:00:00'],
    ['D/M/YYYY h:mm:ss A', '2/1/2026 2:30:00 p. m.', '2026-01-02T14:30:00'],
    ['D/M/YYYY h:mm A', '2/1/2026 2:30 a.\u00a0m.', '2026-01-02T02:30:00'],
    ['D.M.YYYY H:mm:ss', '29.2.2028 7:05:09', '2028-02-29T07:05:09'],
    ['M/D/YY H:mm', '11/28/26 13:05', '2026-11-28T13:05:00'],
    ['YYYYMMDDHHmm', '202611260705', '2026-11-26T07:05:00'],
    ['YYYY-MM-DDTHH:mm', '2026-11-26T07:05', '2026-11-26T07:05:00'],
  ])('%s reads %s', (format, cell, time) => {
    expect(read(format, cell)).toBe(time);
  });

  test.each([
    ['DD/MM/YYYY HH:mm', '3/04/2026 07:05'],
    ['DD/MM/YYYY HH:mm', '31/04/2026 07:05'],
    ['DD/MM/YYYY HH:mm', '11/22/2026 07:05'],
    ['DD/MM/YYYY HH:mm', '03/04/2026 24:00'],
    ['DD/MM/YYYY HH:mm', '03/04/2026 07:05 PM'],
    ['M/D/YYYY h:mm A', '1/2/2026 13:00 PM'],
    ['M/D/YYYY h:mm A', '1/2/2026 0:30 AM'],
    ['D.M.YYYY H:mm', '1x2x2026 7:05'],
  ])('%s does not read %s', (format, cell) => {
    expect(read(format, cell)).toBeUndefined();
  });

  test.each([
    ['DD/MM HH:mm', 'it lacks the year (`YYYY` or `YY`)'],
    ['DD/MM/YYYY', 'it lacks the minutes (`mm`)'],
    ['DD/MM/YYYY mm', 'it needs either `HH`, or `h` with `A`'],
    ['DD/MM/YYYY hh:mm', '`h` and `A` (AM or PM) go together'],
    ['dd/MM/yyyy HH:mm', '`dd` is not a part of a time'],
    ['constructor YYYY', '`constructor` is not a part of a time'],
    ['DD/DD/YYYY HH:mm', 'it has the day (`DD` or `D`) twice'],
    ['MMMM D, YYYY HH:mm', 'it has the month (`MM` or `M`) twice'],
  ])('%s is refused: %s', (format, why) => {
    expect(readTimeFormat(format)).toBe(why);
  });
});

describe('beside the times of a format', () => {
  const format = 'D/M/YYYY H:mm';
  test.each([
    ['3/4/2026 7:05', { wall: Date.UTC(2026, 3, 3, 7, 5) }],
    ['2026-04-03T07:05:00+01:00', { instant: Date.UTC(2026, 3, 3, 6, 5) }],
    ['2026-04-03 07:05 UTC', { instant: Date.UTC(2026, 3, 3, 7, 5) }],
    ['1775199900', { instant: 1_775_199_900_000 }],
    ['2026-04-03 07:05', undefined],
    ['13/4/2026', undefined],
  ])('an instant is read, and no other local time: %s', (cell, time) => {
    expect(readTime(cell, format)).toEqual(time);
  });
});

describe('a zone is suggested for', () => {
  test.each([
    ['EST', 'America/New_York'],
    ['Eastern Standard Time', 'America/New_York'],
    ['eastern standard time', 'America/New_York'],
    ['IST', 'Asia/Kolkata'],
    ['WITA', 'Asia/Makassar'],
    ['W. Central Africa Standard Time', 'Africa/Lagos'],
    ['+05:30', 'Asia/Kolkata'],
    ['UTC+1', 'Africa/Lagos'],
    ['GMT-0300', 'America/Sao_Paulo'],
    ['Z', 'UTC'],
    ['Lagos', 'Africa/Lagos'],
    ['Africa/Lagoss', 'Africa/Lagos'],
  ])('%s', (written, zone) => {
    expect(isZone(written)).toBe(false);
    expect(nearestZone(written)).toBe(zone);
    expect(isZone(zone)).toBe(true);
  });
});
