import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { clockOfCountry, formatInstant, wallAt } from '../../src/time/local-time.ts';
import {
  canonicalZone,
  countryName,
  isZone,
  nearestZone,
  zonesOfClock,
  zonesOfCountry,
} from '../../src/time/time-zone.ts';
import { dayMs, hourMs } from '../../src/time/wall-clock.ts';
import { nextOpening, type Window } from '../../src/time/window.ts';
import { fc, runs } from '../rig/properties.ts';

const tzdataPlaces = '/usr/share/zoneinfo/zone.tab';
const wide: Window = {
  open: '09:00',
  close: '20:00',
  days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
  except: [],
};
const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
/** Every pair of letters: Node knows the zones of about 245 of them. */
const countries = letters.flatMap((one) => letters.map((other) => one + other)).filter(hasZones);

function hasZones(country: string): boolean {
  return (
    new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(country) !== undefined &&
    zonesOfCountry(country).length > 0
  );
}

/** By Intl alone, whether the wide window is open at an instant in a zone. */
function isOpen(zone: string, at: number): boolean {
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(at);
  return Number(hour) >= 9 && Number(hour) < 20;
}

describe('the clock of a country', () => {
  test('is its zone, where it has one', () => {
    expect(clockOfCountry('GH', 'Africa/Lagos')).toBe('Africa/Accra');
    expect(clockOfCountry('GB', 'Africa/Lagos')).toBe('Europe/London');
  });

  test('is the campaign’s zone, where the whole country has its time, by whatever name', () => {
    expect(clockOfCountry('IN', 'Asia/Kolkata')).toBe('Asia/Kolkata');
    expect(clockOfCountry('IN', 'Asia/Calcutta')).toBe('Asia/Calcutta');
    expect(zonesOfClock('DE')).toHaveLength(2);
    expect(clockOfCountry('DE', 'Europe/Berlin')).toBe('Europe/Berlin');
  });

  test('has the name that it has today, as lists do, and not the first one of Node’s data', () => {
    expect(['IN', 'VN', 'NP', 'MM'].map((country) => clockOfCountry(country, 'Africa/Lagos'))).toEqual([
      'Asia/Kolkata',
      'Asia/Ho_Chi_Minh',
      'Asia/Kathmandu',
      'Asia/Yangon',
    ]);
    expect(zonesOfClock('UA')).toContain('Europe/Kyiv');
    expect(nearestZone('kolkata')).toBe('Asia/Kolkata');
    const all = countries.flatMap((country) => zonesOfCountry(country));
    expect(all.filter((zone) => !isZone(zone) || canonicalZone(zone) !== zone)).toEqual([]);
    // Of all places in tzdata's own list of countries.
    const places = existsSync(tzdataPlaces) ? readFileSync(tzdataPlaces, 'utf8').split('\n') : [];
    const current = places.flatMap((line) => (line.startsWith('#') ? [] : (line.split('\t')[2] ?? [])));
    expect(current.filter((zone) => canonicalZone(zone) !== zone)).toEqual([]);
  });

  test('is all of its zones, where they have more times than one, whatever zone the campaign has', () => {
    expect(clockOfCountry('US', 'Africa/Lagos')).toBe('US');
    expect(clockOfCountry('CA', 'America/New_York')).toBe('CA');
    expect(clockOfCountry('US', 'America/New_York')).toBe('US');
    expect(clockOfCountry('US', 'US/Eastern')).toBe('US');
    expect(clockOfCountry('ES', 'Europe/Madrid')).toBe('ES');
    expect(zonesOfClock('US')).toContain('Pacific/Honolulu');
  });

  test('is not known of a country without zones', () => {
    expect(zonesOfClock('XX')).toBeUndefined();
    expect(clockOfCountry('AC', 'Africa/Lagos')).toBeUndefined();
    expect(zonesOfClock('us')).toBeUndefined();
    expect(zonesOfClock('EST')).toBeUndefined();
  });

  test('opens when the last of its zones does, and closes with the first', () => {
    const from = Date.parse('2026-11-26T00:00:00Z');
    const opening = nextOpening({ window: wide, clock: 'US', from, guardMs: 0 });
    // Honolulu is 10 hours behind, New York 5.
    expect(opening).toEqual({ opens: Date.parse('2026-11-26T00:00:00Z') - 5 * hourMs, closes: from + hourMs });
    const next = nextOpening({ window: wide, clock: 'US', from: from + hourMs, guardMs: 2000 });
    expect(next).toEqual({ opens: from + 19 * hourMs, closes: from + 25 * hourMs - 2000 });
    expect(formatInstant(next!.opens, 'US')).toBe('2026-11-26T09:00:00-10:00');
  });

  test('never opens where its zones have no hour in common', () => {
    const narrow: Window = { ...wide, open: '10:00', close: '18:00' };
    expect(nextOpening({ window: narrow, clock: 'RU', from: 0, guardMs: 0 })).toBeUndefined();
  });

  test('of every country is open exactly while all of its zones are', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...countries),
        fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 11, 31) }),
        (country, from) => {
          const zones = zonesOfCountry(country);
          const all = (at: number): boolean => zones.every((zone) => isOpen(zone, at));
          // Zones may be 14 hours apart or more only across the date line, and no country has such a pair.
          const { opens, closes } = nextOpening({ window: wide, clock: country, from, guardMs: 0 })!;
          expect(closes).toBeGreaterThan(from);
          expect([country, all(Math.max(opens, from)), all(closes - 1), all(closes)]).toEqual([
            country,
            true,
            true,
            false,
          ]);
          // Nothing was open before, looked at every quarter of an hour.
          const before = [];
          for (let at = from; at < opens; at += hourMs / 4) before.push(at);
          expect(before.filter(all)).toEqual([]);
          expect(opens > from && all(opens - 1)).toBe(false);
        },
      ),
      { numRuns: runs(300) },
    );
  });

  test('shows the time of its last zone', () => {
    const at = Date.parse('2026-11-26T19:00:00Z');
    expect(wallAt(at, 'US') % dayMs).toBe(9 * hourMs);
    expect(countryName('US')).toBe('United States');
  });
});
