import { canonicalZone, isZone } from './time-zone.ts';

/**
 * By which clock somebody's hours are judged: an IANA zone; or a country with several, as its two letters, where nobody knows in
 * which of its zones they are. Hours of a country are open while those of all its zones are.
 */
export type Clock = string;

/** Undefined for any other text. */
export function zonesOfClock(clock: string): readonly string[] | undefined {
  const found = known.get(clock);
  if (found !== undefined) return found;
  const zones = isZone(clock) ? [clock] : isCountry.test(clock) ? zonesOfCountry(clock) : [];
  if (zones.length === 0) return undefined;
  if (known.size < 10_000) known.set(clock, zones);
  return zones;
}

const known = new Map<string, readonly string[]>();
const isCountry = /^[A-Z]{2}$/;

/** As Node's time zone data has them; none for a country that it does not know. */
export function zonesOfCountry(country: string): readonly string[] {
  const locale = new Intl.Locale(`und-${country}`) as unknown as WithZones;
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/** The first of these countries that has the zone; undefined for `UTC`. To ask for the zones of all takes as long as to read a list. */
export function countryOfZone<Country extends string>(
  zone: string,
  countries: readonly Country[],
): Country | undefined {
  const own = canonicalZone(zone);
  return countries.find((country) => zonesOfCountry(country).some((one) => one === zone || one === own));
}

/** A method, or a property before it was one. */
interface WithZones {
  getTimeZones?(): readonly string[] | undefined;
  readonly timeZones?: readonly string[];
}

/** "India", for `IN`. */
export function countryName(country: string): string {
  return names.of(country) ?? country;
}

const names = new Intl.DisplayNames('en', { type: 'region' });
